/** The words that schemas are written in, in the JSON Schema of OpenAPI 3.1. */

export const text = { type: 'string' };
export const integer = { type: 'integer' };
export const number = { type: 'number' };
export const flag = { type: 'boolean' };
export const time = { type: 'string', format: 'date-time' };
export const anything = { type: 'object', additionalProperties: true };
export const orNull = (schema: object): object => ({ oneOf: [schema, { type: 'null' }] });
export const list = (items: object): object => ({ type: 'array', items });
/** A schema of the table, by its name. */
export const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
export const oneOf = (values: readonly string[]): object => ({ type: 'string', enum: [...values] });
/** An object that always has all of its fields but the `optional` ones. */
export const object = (properties: Readonly<Record<string, object>>, optional: readonly string[] = []): object => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});
/** A page of a list whose items have the schema `item`. */
export const page = (item: string): object => object({ items: list(ref(item)), nextCursor: orNull(text) });
