import { type LintCode, type LintRequest, type LintResult, lintComposition } from '@framefarm/composition';
import { expect } from 'vitest';
import { type Files, project } from '../composition/project.js';

export { host } from '../composition/project.js';

/** A faulty input and its nearest neighbour that is right. */
export interface Case {
  readonly code: LintCode;
  readonly what: string;
  readonly bad: Files | string;
  readonly good: Files | string;
  readonly facts?: Partial<LintRequest>;
}

const GSAP = '<script src="https://cdn.jsdelivr.net/npm/gsap@3/dist/gsap.min.js"></script>';

/** A complete composition of 10 s without findings; `inside` goes into the root. */
export const page = (inside: string, { root = 'data-no-timeline', head = '', after = '' } = {}): string =>
  `<!doctype html><html><head>${head}</head><body><div id="main" data-composition-id="main" data-width="1280" data-height="720" data-duration="10" ${root}>${inside}</div>${after}</body></html>`;

/** As `page`, with a GSAP timeline `tl` that is registered; `code` stands before the registration. */
export const animated = (code: string, inside = '', head = ''): string =>
  page(inside, {
    root: '',
    head: `${GSAP}${head}`,
    after: `<script>const tl = gsap.timeline({ paused: true });\n${code}\nwindow.__timelines = window.__timelines || {};\nwindow.__timelines.main = tl;</script>`,
  });

export const scripted = (code: string, inside = ''): string => page(inside, { after: `<script>${code}</script>` });

const filesOf = (input: Files | string): Files => (typeof input === 'string' ? { 'index.html': input } : input);

export const lint = (input: Files | string, facts: Partial<LintRequest> = {}): Promise<LintResult> =>
  lintComposition({ project: project(filesOf(input)), entryFile: 'index.html', ...facts });

export const codesOf = (result: LintResult): string[] => result.findings.map(({ code }) => code);

/** The faulty input has the finding; its neighbour lacks it, and has no error of another kind. */
export async function check({ code, bad, good, facts }: Case): Promise<void> {
  const found = await lint(bad, facts);
  expect(codesOf(found)).toContain(code);
  const right = await lint(good, facts);
  expect(codesOf(right)).not.toContain(code);
  expect(right.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
}
