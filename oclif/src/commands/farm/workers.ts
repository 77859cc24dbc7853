import { FramefarmError } from '@framefarm/contract';
import type { FarmClient } from '@framefarm/farm-client';
import { Command, Flags } from '@oclif/core';
import { askFarm, FARM_FLAGS } from '../../farm/farm-command.js';
import { readCommandLine } from '../../flags/read-command-line.js';
import { workerRows } from '../../formatters/farm/farm-tables.js';

export default class FarmWorkers extends Command {
  static override summary = 'List the workers of a farm and what they do.';
  static override usage = 'farm workers [FLAGS]';
  static override examples = [
    {
      description: 'Workers of another farm, for a script',
      command: '<%= config.bin %> farm workers --farm https://farm.example.com --json',
    },
    { description: 'A machine was repaired', command: '<%= config.bin %> farm workers --clear render-3' },
  ];
  static override flags = {
    ...FARM_FLAGS,
    clear: Flags.string({
      summary: 'Let this worker, by name or id, take steps again after it was blocked for failing them.',
      helpValue: '<worker>',
    }),
  };

  override async run(): Promise<void> {
    const { flags } = await readCommandLine({ name: 'farm workers', flags: FarmWorkers.flags }, this.argv, () =>
      this.parse(FarmWorkers),
    );
    await askFarm(flags, async ({ client, streams }) => {
      if (flags.clear !== undefined) {
        for (const answer of await clearWorkers(client, String(flags.clear))) {
          streams.result(flags.json ? JSON.stringify(answer, null, 2) : `${answer.id} takes steps again`);
        }
        return;
      }
      const workers = await client.workers();
      if (flags.json) streams.result(JSON.stringify(workers, null, 2));
      else for (const line of workerRows(workers.items)) streams.result(line);
    });
  }
}

/** Several workers may have one name; they count as one host. @throws FramefarmError `NOT_FOUND` */
async function clearWorkers(client: FarmClient, named: string) {
  const { items } = await client.workers();
  const meant = items.filter(({ id, name }) => id === named || name === named);
  if (meant.length === 0) {
    const names = [...new Set(items.map(({ name }) => name))].join(', ') || 'none';
    const message = `--clear "${named}": no worker has this name or id (workers: ${names})`;
    throw new FramefarmError('NOT_FOUND', message, { hint: '"framefarm farm workers" lists them.' });
  }
  return Promise.all(meant.map(({ id }) => client.clearWorker(id)));
}
