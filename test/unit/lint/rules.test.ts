import { LINT_CODES } from '@framefarm/composition';
import { describe, expect, it } from 'vitest';
import { MEDIA } from './media-cases.js';
import { check } from './project.js';
import { SCRIPTS } from './script-cases.js';
import { SEVERITIES } from './severities.js';
import { STRUCTURE } from './structure-cases.js';
import { STYLE } from './style-cases.js';
import { TIMELINES } from './timeline-cases.js';
import { TIMING } from './timing-cases.js';
import { VARIABLES } from './variable-cases.js';

const AREAS = {
  structure: STRUCTURE,
  timing: TIMING,
  timelines: TIMELINES,
  scripts: SCRIPTS,
  variables: VARIABLES,
  media: MEDIA,
  style: STYLE,
};

describe.each(Object.entries(AREAS))('lint of %s', (_, cases) => {
  it.each(cases.map((one) => [one.code, one.what, one] as const))('%s: %s', (_code, _what, one) => check(one));
});

it('every code has a faulty input and a neighbour that is right', () => {
  const tested = new Set(Object.values(AREAS).flatMap((cases) => cases.map(({ code }) => code)));
  expect(Object.keys(LINT_CODES).filter((code) => !tested.has(code as keyof typeof LINT_CODES))).toEqual([]);
});

it.each(Object.entries(SEVERITIES))('severity %s is that of the codes that ask for it', (severity, codes) => {
  const known: Readonly<Record<string, { readonly severity: string } | undefined>> = LINT_CODES;
  const asked = codes.trim().split(/\s+/);
  expect(asked.filter((code) => known[code]?.severity !== severity)).toEqual([]);
});
