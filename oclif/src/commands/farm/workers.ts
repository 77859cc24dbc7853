import { Command } from '@oclif/core';
import { askFarm, FARM_FLAGS } from '../../farm/farm-command.js';
import { readCommandLine } from '../../flags/read-command-line.js';
import { workerRows } from '../../formatters/farm-tables.js';

export default class FarmWorkers extends Command {
  static override summary = 'List the workers of a farm and what they do.';
  static override usage = 'farm workers [FLAGS]';
  static override examples = [
    {
      description: 'Workers of another farm, for a script',
      command: '<%= config.bin %> farm workers --farm https://farm.example.com --json',
    },
  ];
  static override flags = FARM_FLAGS;

  override async run(): Promise<void> {
    const { flags } = await readCommandLine({ name: 'farm workers', flags: FarmWorkers.flags }, this.argv, () =>
      this.parse(FarmWorkers),
    );
    await askFarm(flags, async ({ client, streams }) => {
      const workers = await client.workers();
      if (flags.json) streams.result(JSON.stringify(workers, null, 2));
      else for (const line of workerRows(workers.items)) streams.result(line);
    });
  }
}
