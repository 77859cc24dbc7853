/** What NestJS injects by type must be known to it at run time (stack-notes 3, 14). */
import 'reflect-metadata';
import { expect, it } from 'vitest';
import { CONTROLLERS, PROVIDERS } from '../../../apps/producer/src/producer.module.js';

it.each([...CONTROLLERS, ...PROVIDERS])('%o is given what it asks for', (part) => {
  const types = (Reflect.getMetadata('design:paramtypes', part) ?? []) as unknown[];
  const tokens = (Reflect.getMetadata('self:paramtypes', part) ?? []) as { index: number }[];
  const byToken = new Set(tokens.map(({ index }) => index));
  const unknown = types.filter((type, index) => !byToken.has(index) && (type === Function || type === Object));
  expect(unknown).toEqual([]);
});
