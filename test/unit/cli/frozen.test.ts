/** What others build on: flags, and the JSON of each command. Both are frozen in readable files below test/frozen. */
import { FramefarmError, type RenderEvent } from '@framefarm/contract';
import type { LintFinding, SnapshotResult } from '@framefarm/render';
import { expect, it } from 'vitest';
import type { CheckResult } from '../../../oclif/src/doctor/check.js';
import { doctorDocument } from '../../../oclif/src/formatters/doctor-report.js';
import { createJsonReporter } from '../../../oclif/src/formatters/json-reporter.js';
import { lintDocument } from '../../../oclif/src/formatters/lint-report.js';
import { snapshotDocument } from '../../../oclif/src/formatters/snapshot-report.js';
import { documentedCommands } from '../../../oclif/src/reference/commands.js';
import { type FlagFacts, flagFacts } from '../../../oclif/src/reference/flag-facts.js';
import { DOCUMENTS, type JsonShape, RENDER_EVENTS } from '../../../oclif/src/reference/json-fields.js';
import { aResult, keptStreams } from './results.js';
import { shapeLines } from './shape.js';

const ACCEPT =
  'This is what scripts of users rely on. If the change is meant, and breaks nobody, accept it with ' +
  '"npx vitest run --project unit test/unit/cli/frozen.test.ts -u" and commit the file with the change.';

async function expectFrozen(lines: readonly string[], name: string): Promise<void> {
  await expect(`${lines.join('\n')}\n`, ACCEPT).toMatchFileSnapshot(`../../frozen/${name}`);
}

function flagLine({ name, char, negatable, repeatable, values, initial, rules }: FlagFacts): string {
  const names = `--${negatable ? '[no-]' : ''}${name}${char === null ? '' : ` -${char}`}`;
  const several = repeatable ? ' (repeatable)' : '';
  return [`${names}: ${values}${several}, default ${initial}`, ...rules].join('; ');
}

it('the flags of all commands, with values, defaults and rules', async () => {
  const commands = await documentedCommands();
  const lines = commands.flatMap(({ name, command }) => [
    `framefarm ${name}${Object.keys(command.args ?? {})
      .map((arg) => ` [${arg}]`)
      .join('')}`,
    ...flagFacts(command).map((facts) => `  ${flagLine(facts)}`),
    '',
  ]);
  await expectFrozen(lines, 'flags.txt');
});

const WARNING = { code: 'font_unresolved', message: 'Papyrus', stage: 'compile' } as const;
const NOTICE = { code: 'sandbox_off', message: 'as root' } as const;

/** What `render --json` writes for some events and an end. */
function renderEvents(events: readonly RenderEvent[], end: FramefarmError | null): Record<string, unknown>[] {
  const { streams, results } = keptStreams();
  const reporter = createJsonReporter({ streams, debug: false, outputPath: () => '/out/a.mp4' });
  for (const event of events) reporter.event(event);
  if (end === null) reporter.complete(aResult({ warnings: [WARNING], notices: [NOTICE] }));
  else reporter.fail(end);
  return results.map((line) => JSON.parse(line));
}

const START: RenderEvent = { kind: 'start', compositionId: 'a', fps: '30', quality: 'high', outputPath: '/out/a.mp4' };
const PROGRESS: RenderEvent = { kind: 'progress', stage: 'capture', progress: 1, framesRendered: 1, totalFrames: 9 };
const TOLD: readonly RenderEvent[] = [
  { kind: 'warning', warning: WARNING },
  { kind: 'notice', notice: NOTICE },
];

const EVENTS: ReadonlyMap<string, Record<string, unknown>> = new Map(
  [
    ...renderEvents([START, PROGRESS], null),
    ...renderEvents([START, ...TOLD], new FramefarmError('ENCODER_FAILED', 'x', { stage: 'encode' })),
    ...renderEvents(
      [],
      new FramefarmError('VALIDATION_FAILED', 'x', { issues: [{ field: '--a', row: 1, code: 'c', message: 'm' }] }),
    ),
  ].map((event) => [String(event.type), event]),
);

const CHECKS: readonly CheckResult[] = [
  { name: 'FFmpeg', ok: false, required: true, detail: 'not found', hint: 'install it' },
];
const FINDING: LintFinding = {
  code: 'deprecated_data_end',
  severity: 'error',
  message: 'm',
  file: 'index.html',
  selector: '#a',
  elementId: 'a',
  fixHint: 'h',
  snippet: '<a>',
};
const STILLS: SnapshotResult = {
  outcome: 'completed',
  compositionId: 'a',
  fps: { num: 30, den: 1 },
  compositionFrames: 90,
  capture: { path: 'screenshot', reason: 'asked' },
  stills: [{ frame: 1, seconds: 0.1, path: '/out/a.png', width: 2, height: 2, size: 9, sha256: 'ab' }],
  sandbox: { on: true, reason: 'on' },
  warnings: [WARNING],
  notices: [NOTICE],
} as unknown as SnapshotResult;

const PRINTED: ReadonlyMap<string, Readonly<Record<string, unknown>>> = new Map([
  ['doctor', doctorDocument(CHECKS, '0.1.0')],
  ['lint', lintDocument({ ok: false, errorCount: 1, warningCount: 0, infoCount: 0, findings: [FINDING] }, '0.1.0')],
  ['snapshot', snapshotDocument(STILLS, '0.1.0')],
]);

it('the events of a render and the documents of other commands, with the types of their fields', async () => {
  const all = [...EVENTS, ...PRINTED];
  await expectFrozen(
    all.flatMap(([name, value]) => [name, ...shapeLines(value).map((line) => `  ${line}`), '']),
    'json.txt',
  );
});

function fieldsOf({ type: _type, ts: _ts, ...fields }: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(fields).sort();
}
const documented = (shapes: readonly JsonShape[]): [string, string[]][] =>
  shapes.map(({ name, fields }): [string, string[]] => [name, Object.keys(fields).sort()]);

it('the reference has a meaning for each field of an event and a document, and for no other', () => {
  expect(documented(RENDER_EVENTS).sort()).toEqual([...EVENTS].map(([name, one]) => [name, fieldsOf(one)]).sort());
  expect(documented(DOCUMENTS).sort()).toEqual([...PRINTED].map(([name, one]) => [name, fieldsOf(one)]).sort());
});
