/** Rules of fields that are no render options, each with the value received in its message. */
import { shown } from '@framefarm/contract';
import { ValidateBy, type ValidationArguments } from 'class-validator';

/** A rule whose `fault` gives null, or what is wrong in words that follow the field and its value. */
export function Rule(name: string, fault: (value: unknown, body: object) => string | null): PropertyDecorator {
  return ValidateBy({
    name,
    validator: {
      validate: (value: unknown, args?: ValidationArguments) => fault(value, args?.object ?? {}) === null,
      defaultMessage: (args?: ValidationArguments) =>
        `${args?.property} ${args?.value === undefined ? 'is missing' : shown(args.value)}: ${fault(args?.value, args?.object ?? {})}`,
    },
  });
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A JSON integer; `also` is a word that may stand for it. */
export const Whole = (min: number, max: number, also?: string): PropertyDecorator =>
  Rule('invalid_value', (value) =>
    (Number.isInteger(value) && (value as number) >= min && (value as number) <= max) ||
    (also !== undefined && value === also)
      ? null
      : `must be an integer from ${min} to ${max}${also === undefined ? '' : `, or ${also}`}`,
  );

export const OneOf = (values: readonly string[]): PropertyDecorator =>
  Rule('invalid_value', (value) => (values.includes(value as string) ? null : `must be one of ${values.join(', ')}`));

export const Text = (maxCharacters: number): PropertyDecorator =>
  Rule('invalid_value', (value) =>
    typeof value === 'string' && value !== '' && value.length <= maxCharacters
      ? null
      : `must be a text of 1 to ${maxCharacters} characters`,
  );

export const Flag = (): PropertyDecorator =>
  Rule('invalid_value', (value) => (typeof value === 'boolean' ? null : 'must be true or false'));

export const PlainObject = (): PropertyDecorator =>
  Rule('invalid_value', (value) => (isObject(value) ? null : 'must be a JSON object'));

/** Texts by any name. */
export const Texts = (): PropertyDecorator =>
  Rule('invalid_value', (value) => {
    if (!isObject(value)) return 'must be a JSON object';
    const other = Object.keys(value).find((key) => typeof value[key] !== 'string');
    return other === undefined ? null : `must have texts alone, but "${other.slice(0, 80)}" is none`;
  });

/** Up to `most` pairs of texts. */
export const Pairs = (most: number, maxCharacters: number): PropertyDecorator =>
  Rule('invalid_value', (value) => {
    if (!isObject(value)) return 'must be an object of texts';
    const pairs = Object.entries(value);
    if (pairs.length > most) return `must have at most ${most} entries`;
    const fits = (text: unknown): boolean => typeof text === 'string' && text !== '' && text.length <= maxCharacters;
    return pairs.every(([key, text]) => fits(key) && !key.includes(':') && fits(text))
      ? null
      : `must have keys without a colon and values, each a text of 1 to ${maxCharacters} characters`;
  });

/** Any JSON of at most `maxBytes` bytes. */
export const SmallJson = (maxBytes: number): PropertyDecorator =>
  Rule('too_large', (value) => {
    let isExact = true;
    const text = JSON.stringify(value, (_, item: unknown) => {
      isExact &&= typeof item !== 'number' || Number.isFinite(item);
      return item;
    });
    // It would come back as null.
    if (!isExact) return 'must hold no number that is larger than all that programs know (1.8e308)';
    return Buffer.byteLength(text ?? '') <= maxBytes ? null : `must be at most ${maxBytes} bytes of JSON`;
  });
