/** Bodies become instances of their DTOs, so that the rules of the classes hold for them. */
import 'reflect-metadata';
import { ValidateNested } from 'class-validator';
import { isObject } from './rules.js';

export type DtoClass = new () => object;

const NESTED = Symbol('class of a field');

/** A field that is an instance of a class itself, under the rules of that class. */
export const Nested =
  (of: () => DtoClass): PropertyDecorator =>
  (target, field) => {
    Reflect.defineMetadata(NESTED, of, target, field);
    ValidateNested()(target, field);
  };

/** The fields of `plain` in an instance of `cls`; values of no class, such as rows and variables, are taken as they are. */
export function instanceOf(cls: DtoClass, plain: object): object {
  const instance = Object.assign(new cls() as Record<string, unknown>, plain);
  for (const [field, value] of Object.entries(plain)) {
    const nested: (() => DtoClass) | undefined = Reflect.getMetadata(NESTED, cls.prototype, field);
    if (nested !== undefined) instance[field] = nestedIn(nested(), value);
  }
  return instance;
}

/** No list is taken where an object is meant: its first entry says what is wrong with it. */
function nestedIn(cls: DtoClass, value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map((one) => nestedIn(cls, one));
  return isObject(value) ? instanceOf(cls, value) : value;
}
