import { Command } from '@oclif/core';
import { ANY_ID, askFarm, checkedId, FARM_FLAGS, isBatch } from '../../farm/farm-command.js';
import { readCommandLine } from '../../flags/read-command-line.js';
import { batchLines, exitOfStatus, renderLines } from '../../formatters/farm/farm-tables.js';

export default class FarmStatus extends Command {
  static override summary = 'Show where a render or batch of a farm stands.';
  static override description =
    'Exits with 0 when it is completed, 1 failed or cancelled, 68 partly, 69 not yet ended.';
  static override usage = 'farm status ID [FLAGS]';
  static override examples = [
    { description: 'Where a render stands', command: '<%= config.bin %> farm status rnd_01J8ZQ4M3T5V7X9B2C4D6F8H0K' },
  ];
  static override args = ANY_ID;
  static override flags = FARM_FLAGS;

  override async run(): Promise<void> {
    const { args, flags } = await readCommandLine({ name: 'farm status', flags: FarmStatus.flags }, this.argv, () =>
      this.parse(FarmStatus),
    );
    const id = checkedId(args.id, ['rnd', 'bat']);
    await askFarm(flags, async ({ client, streams }) => {
      const [found, lines] = isBatch(id)
        ? await client.batch(id).then((batch) => [batch, batchLines(batch)] as const)
        : await client.render(id).then((render) => [render, renderLines(render)] as const);
      if (flags.json) streams.result(JSON.stringify(found, null, 2));
      else for (const line of lines) streams.result(line);
      process.exitCode = exitOfStatus(found.status);
    });
  }
}
