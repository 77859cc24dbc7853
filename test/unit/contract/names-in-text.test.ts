/** A hint of the catalogue speaks to whoever reads it: of flags on a command line, of fields over HTTP. */
import { beginningWithFlag, ERRORS, inFieldNames } from '@framefarm/contract';
import { expect, it } from 'vitest';
import { failureOf } from '../../../oclif/src/farm/follow-render.js';

it.each([
  [ERRORS.VARIABLES_INVALID.hint, 'Correct the values, or render without strictVariables.'],
  [ERRORS.RENDER_TIMEOUT.hint, 'Raise timeoutSeconds, or lower size, length or quality.'],
  ['Leave --resolution out, or pass --no-best-effort.', 'Leave outputResolution out, or pass bestEffort: false.'],
  ['allow the origin with --allow-network', 'allow the origin with FRAMEFARM_NETWORK_ALLOW'],
  ['name one with --browser-path, as in var(--accent)', 'name one with --browser-path, as in var(--accent)'],
])('%s', (text, expected) => {
  expect(inFieldNames(text)).toBe(expected);
});

it('the command line tells the failure of a farm as its own', () => {
  const failure = { owner: 'user', retryable: false, stage: null } as const;
  const hint = inFieldNames(ERRORS.RENDER_TIMEOUT.hint);
  expect(failureOf({ ...failure, code: 'RENDER_TIMEOUT', message: 'too long', hint })).toMatchObject({
    hint: ERRORS.RENDER_TIMEOUT.hint,
  });
  const message = '--resolution "4k" is no whole multiple';
  expect(inFieldNames(message)).toBe('outputResolution "4k" is no whole multiple');
  expect(beginningWithFlag(inFieldNames(message))).toBe(message);
  expect(failureOf({ ...failure, code: 'VALIDATION_FAILED', message: inFieldNames(message), hint: 'x' }).message).toBe(
    message,
  );
});
