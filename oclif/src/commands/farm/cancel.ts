import { Command } from '@oclif/core';
import { ANY_ID, askFarm, checkedId, FARM_FLAGS, isBatch } from '../../farm/farm-command.js';
import { readCommandLine } from '../../flags/read-command-line.js';

export default class FarmCancel extends Command {
  static override summary = 'Cancel a render or batch of a farm; one that has ended stays as it is.';
  static override usage = 'farm cancel ID [FLAGS]';
  static override examples = [
    {
      description: 'Stop a batch; its finished rows stay',
      command: '<%= config.bin %> farm cancel bat_01J8ZQ4M3T5V7X9B2C4D6F8H0K',
    },
  ];
  static override args = ANY_ID;
  static override flags = FARM_FLAGS;

  override async run(): Promise<void> {
    const { args, flags } = await readCommandLine({ name: 'farm cancel', flags: FarmCancel.flags }, this.argv, () =>
      this.parse(FarmCancel),
    );
    const id = checkedId(args.id, ['rnd', 'bat']);
    await askFarm(flags, async ({ client, streams }) => {
      const cancelled = isBatch(id) ? await client.cancelBatch(id) : await client.cancelRender(id);
      streams.result(flags.json ? JSON.stringify(cancelled, null, 2) : `${id} is ${cancelled.status}`);
    });
  }
}
