import { Command } from '@oclif/core';
import { askFarm, FARM_FLAGS } from '../../farm/farm-command.js';
import { readCommandLine } from '../../flags/read-command-line.js';
import { queueLine } from '../../formatters/farm/farm-tables.js';

export default class FarmQueue extends Command {
  static override summary = 'Show how much a farm is rendering and how much waits.';
  static override usage = 'farm queue [FLAGS]';
  static override examples = [
    { description: 'How full the farm on this machine is', command: '<%= config.bin %> farm queue' },
  ];
  static override flags = FARM_FLAGS;

  override async run(): Promise<void> {
    const { flags } = await readCommandLine({ name: 'farm queue', flags: FarmQueue.flags }, this.argv, () =>
      this.parse(FarmQueue),
    );
    await askFarm(flags, async ({ client, streams }) => {
      const queue = await client.queue();
      streams.result(flags.json ? JSON.stringify(queue) : queueLine(queue));
    });
  }
}
