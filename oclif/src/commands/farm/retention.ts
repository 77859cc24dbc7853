import { Command } from '@oclif/core';
import { askFarm, FARM_FLAGS } from '../../farm/farm-command.js';
import { readCommandLine } from '../../flags/read-command-line.js';
import { retentionLines } from '../../formatters/farm/farm-tables.js';

export default class FarmRetention extends Command {
  static override summary = "Show what a farm's next run of retention would remove; nothing is removed.";
  static override usage = 'farm retention [FLAGS]';
  static override examples = [
    { description: 'What would go, and how much that is', command: '<%= config.bin %> farm retention' },
  ];
  static override flags = FARM_FLAGS;

  override async run(): Promise<void> {
    const { flags } = await readCommandLine({ name: 'farm retention', flags: FarmRetention.flags }, this.argv, () =>
      this.parse(FarmRetention),
    );
    await askFarm(flags, async ({ client, streams }) => {
      const report = await client.retention();
      if (flags.json) streams.result(JSON.stringify(report, null, 2));
      else for (const line of retentionLines(report)) streams.result(line);
    });
  }
}
