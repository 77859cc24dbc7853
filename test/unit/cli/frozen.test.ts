/** What others build on: flags, and the JSON of each command. Both are frozen in readable files below test/frozen. */
import { expect, it } from 'vitest';
import { documentedCommands } from '../../../oclif/src/reference/commands.js';
import { type FlagFacts, flagFacts } from '../../../oclif/src/reference/flag-facts.js';
import {
  BATCH_EVENTS,
  DOCUMENTS,
  FARM_EVENTS,
  type JsonShape,
  RENDER_EVENTS,
} from '../../../oclif/src/reference/json-fields.js';
import { BATCHED, DOCUMENTED, FARMED, RENDERED } from './printed-json.js';
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
    `framefarm ${[name, ...Object.keys(command.args ?? {}).map((arg) => `[${arg}]`)].join(' ')}`,
    ...flagFacts(command).map((facts) => `  ${flagLine(facts)}`),
    '',
  ]);
  await expectFrozen(lines, 'flags.txt');
});

it('the events of a render and of a batch, and the documents of other commands, with the types of their fields', async () => {
  const all = [...RENDERED, ...BATCHED, ...FARMED, ...DOCUMENTED];
  await expectFrozen(
    all.flatMap(([name, value]) => [name, ...shapeLines(value).map((line) => `  ${line}`), '']),
    'json.txt',
  );
});

type Printed = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** Names of fields by event or document; `type` and `ts` go without saying. */
const printed = (values: Printed): Record<string, string[]> =>
  Object.fromEntries([...values].map(([name, { type: _type, ts: _ts, ...rest }]) => [name, Object.keys(rest).sort()]));
const documented = (shapes: readonly JsonShape[]): Record<string, string[]> =>
  Object.fromEntries(shapes.map(({ name, fields }) => [name, Object.keys(fields).sort()]));

it.each([
  ['events of a render', RENDER_EVENTS, RENDERED],
  ['events of a batch', BATCH_EVENTS, BATCHED],
  ['events with a farm', FARM_EVENTS, FARMED],
  ['documents', DOCUMENTS, DOCUMENTED],
])('the reference has a meaning for each field of %s, and for no other', (_what, shapes, values) => {
  expect(documented(shapes)).toEqual(printed(values));
});
