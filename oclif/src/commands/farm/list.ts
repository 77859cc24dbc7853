import { FramefarmError } from '@framefarm/contract';
import { Command, Flags } from '@oclif/core';
import { askFarm, FARM_FLAGS } from '../../farm/farm-command.js';
import { readCommandLine } from '../../flags/read-command-line.js';
import { renderRows } from '../../formatters/farm/farm-tables.js';

const DEFAULT_LIMIT = 20;

export default class FarmList extends Command {
  static override summary = 'List the newest renders of a farm.';
  static override usage = 'farm list [FLAGS]';
  static override examples = [
    {
      description: 'What failed of one campaign',
      command: '<%= config.bin %> farm list --status failed --label job=may',
    },
  ];
  static override flags = {
    status: Flags.string({ summary: 'Only renders in this state, such as queued or failed.', helpValue: '<status>' }),
    label: Flags.string({ summary: 'Only renders with this label.', helpValue: '<key=value>' }),
    limit: Flags.string({ summary: `Most renders to list. [default: ${DEFAULT_LIMIT}]`, helpValue: '<1-100>' }),
    ...FARM_FLAGS,
  };

  override async run(): Promise<void> {
    const { flags } = await readCommandLine({ name: 'farm list', flags: FarmList.flags }, this.argv, () =>
      this.parse(FarmList),
    );
    const limit = readLimit(flags.limit);
    const { status } = flags;
    const label = flags.label === undefined ? undefined : readLabel(flags.label);
    await askFarm(flags, async ({ client, streams }) => {
      const page = await client.renders({
        limit,
        ...(status === undefined ? {} : { status }),
        ...(label === undefined ? {} : { label }),
      });
      if (flags.json) streams.result(JSON.stringify(page, null, 2));
      else for (const line of renderRows(page.items)) streams.result(line);
    });
  }
}

function readLimit(typed: string | undefined): number {
  if (typed === undefined) return DEFAULT_LIMIT;
  if (/^\d{1,3}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= 100) return Number(typed);
  throw refused('--limit', typed, 'an integer from 1 to 100');
}

/** As the farm wants it. */
function readLabel(typed: string): string {
  if (/^[^=:]+=./s.test(typed)) return typed.replace('=', ':');
  throw refused('--label', typed, 'key=value, with no colon in the key');
}

function refused(field: string, typed: string, rule: string): FramefarmError {
  const message = `${field} "${typed}": must be ${rule}`;
  return new FramefarmError('VALIDATION_FAILED', message, { issues: [{ field, code: 'invalid_value', message }] });
}
