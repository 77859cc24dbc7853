/** Bodies and queries become checked DTOs; every fault is named with its place and the words of the rule. */
import { FramefarmError, type InputIssue, nearestName, shown } from '@framefarm/contract';
import { type ArgumentMetadata, ValidationPipe } from '@nestjs/common';
import { getMetadataStorage, type ValidationError } from 'class-validator';

/** Strict: an unknown field is refused (http-api 3). */
export const strictPipe = (): ValidationPipe => pipe(true);
/** Lenient: unknown fields are left out (http-api 1.1). */
export const lenientPipe = (): ValidationPipe => pipe(false);

/** Refuses what is no object before its fields are looked at. */
class BodyPipe extends ValidationPipe {
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'body') {
      if (value === undefined) throw new FramefarmError('INVALID_JSON', 'The body is empty; send one JSON object.');
      if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        throw new FramefarmError('VALIDATION_FAILED', `The body is ${shown(value)}; it must be a JSON object.`);
      }
    }
    return super.transform(value, metadata);
  }
}

function pipe(strict: boolean): ValidationPipe {
  return new BodyPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: strict,
    forbidUnknownValues: true,
    validationError: { target: true, value: false },
    exceptionFactory: (errors) => validationFailure(errors),
  });
}

/** The one error of everything that is wrong with a request. */
export function validationFailure(errors: readonly ValidationError[]): FramefarmError {
  const issues = errors.flatMap((error) => issuesOf(error, ''));
  return new FramefarmError('VALIDATION_FAILED', issues.map((issue) => issue.message).join('; '), { issues });
}

function issuesOf(error: ValidationError, above: string): InputIssue[] {
  const field = `${above}/${error.property.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const rules = Object.entries(error.constraints ?? {});
  // What is no object breaks a rule of its own as well, in words about the field.
  const told = rules.length > 1 ? rules.filter(([rule]) => rule !== 'nestedValidation') : rules;
  const own = told.map(([rule, message]): InputIssue => {
    if (rule !== 'whitelistValidation') return { field, code: snake(rule), message };
    const nearest = nearestName(error.property, fieldsOf(error.target));
    const meant = nearest === null ? '' : `; did you mean "${nearest}"?`;
    return { field, code: 'unknown_field', message: `${error.property} is not a field here${meant}` };
  });
  return [...own, ...(error.children ?? []).flatMap((child) => issuesOf(child, field))];
}

function fieldsOf(target: object | undefined): string[] {
  if (target === undefined) return [];
  const metadata = getMetadataStorage().getTargetValidationMetadatas(target.constructor, '', false, false);
  return [...new Set(metadata.map(({ propertyName }) => propertyName))];
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
