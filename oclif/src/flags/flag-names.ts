/** The flags of a command as the words for faults need them. */
import type { Interfaces } from '@oclif/core';
import type { FlagNames } from './usage-errors.js';

type AnyFlags = Readonly<Record<string, Interfaces.Flag<unknown>>>;

/** All flags of a command and `--help`, which every command has. */
export function flagNames(flags: object): FlagNames[] {
  const own = Object.entries(flags as AnyFlags).map(([name, flag]) => ({
    name,
    negatable: flag.type === 'boolean' && flag.allowNo,
  }));
  return [...own, { name: 'help', negatable: false }];
}

/** The flags that take no value. */
export function switchNames(flags: object): FlagNames[] {
  return flagNames(flags).filter(({ name }) => (flags as AnyFlags)[name]?.type !== 'option');
}
