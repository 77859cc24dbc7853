/** Bodies and queries become checked DTOs; every fault is named with its place and the words of the rule. */
import { type FramefarmError, type InputIssue, nearestName, shown } from '@framefarm/contract';
import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { getMetadataStorage, type ValidationError, validate } from 'class-validator';
import { SOURCE_KINDS } from '../../sources/source-dto.js';
import { RequestFault } from '../problems/request-fault.js';
import { type DtoClass, instanceOf } from './instances.js';
import { isObject } from './rules.js';

/** Strict: an unknown field is refused (http-api 3). */
export const strictPipe = (): PipeTransform => new BodyPipe(true);
/** Lenient: unknown fields are left out (http-api 1.1). */
export const lenientPipe = (): PipeTransform => new BodyPipe(false);

/**
 * In place of the framework's pipe, which walks and copies all that a body holds several times: three million empty objects, which
 * fit into 10 MB, kept the service busy for minutes.
 */
class BodyPipe implements PipeTransform {
  constructor(private readonly strict: boolean) {}

  async transform(value: unknown, { type, metatype }: ArgumentMetadata): Promise<unknown> {
    if (type !== 'body' || metatype === undefined) return value;
    if (value === undefined) throw new RequestFault('INVALID_JSON', 'The body is empty; send one JSON object.');
    if (!isObject(value)) {
      throw new RequestFault('VALIDATION_FAILED', `The body is ${shown(value)}; it must be a JSON object.`);
    }
    const body = instanceOf(metatype as DtoClass, value);
    const errors = await validate(body, {
      whitelist: true,
      forbidNonWhitelisted: this.strict,
      forbidUnknownValues: true,
      validationError: { target: true, value: false },
    });
    if (errors.length > 0) throw validationFailure(errors);
    return body;
  }
}

/** Faults that one answer tells; 10 MB hold a million fields that are none. */
const MOST_FAULTS = 100;
/** Longest name of a field that is repeated, characters. */
const LONGEST_NAME = 200;

/** The one error of what is wrong with a request, told as far as anybody reads it. */
function validationFailure(errors: readonly ValidationError[]): FramefarmError {
  const issues = errors.slice(0, MOST_FAULTS).flatMap((error) => issuesOf(error, ''));
  const more = errors.length - MOST_FAULTS;
  if (more > 0) issues.push({ field: '', code: 'more_faults', message: `${more} more fields are wrong` });
  return new RequestFault('VALIDATION_FAILED', issues.map((issue) => issue.message).join('; '), { issues });
}

function issuesOf(error: ValidationError, above: string): InputIssue[] {
  const { property } = error;
  const name = property.length > LONGEST_NAME ? `${property.slice(0, LONGEST_NAME)}…` : property;
  const field = `${above}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const rules = Object.entries(error.constraints ?? {});
  // What is no object breaks a rule of its own as well, in words about the field.
  const told = rules.length > 1 ? rules.filter(([rule]) => rule !== 'nestedValidation') : rules;
  const own = told.map(([rule, message]): InputIssue => {
    if (rule !== 'whitelistValidation') return { field, code: snake(rule), message };
    return { field, code: 'unknown_field', message: `${name} is not a field here${meantBy(name, error)}` };
  });
  const children = (error.children ?? []).slice(0, MOST_FAULTS);
  return [...own, ...children.flatMap((child) => issuesOf(child, field))];
}

/** What whoever sent an unknown field may have meant: a place of it elsewhere in the body, or another name. */
function meantBy(name: string, { target, property }: ValidationError): string {
  const fields = fieldsOf(target);
  const value = (target as Readonly<Record<string, unknown>> | undefined)?.[property];
  if (fields.includes('source') && SOURCE_KINDS.some((kind) => kind === name)) return '; it belongs into source';
  if (isObject(value) && fields.some((field) => field in value)) {
    return '; what it holds belongs beside it, at the top of the body';
  }
  const nearest = nearestName(name, fields);
  return nearest === null ? '' : `; did you mean "${nearest}"?`;
}

function fieldsOf(target: object | undefined): string[] {
  if (target === undefined) return [];
  const metadata = getMetadataStorage().getTargetValidationMetadatas(target.constructor, '', false, false);
  return [...new Set(metadata.map(({ propertyName }) => propertyName))];
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
