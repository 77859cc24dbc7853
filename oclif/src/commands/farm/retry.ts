import { randomUUID } from 'node:crypto';
import { Command } from '@oclif/core';
import { askFarm, checkedId, FARM_FLAGS, RENDER_ID } from '../../farm/farm-command.js';
import { readCommandLine } from '../../flags/read-command-line.js';

export default class FarmRetry extends Command {
  static override summary = 'Queue a failed or cancelled render of a farm again; what it had done is kept.';
  static override usage = 'farm retry ID [FLAGS]';
  static override examples = [
    {
      description: 'Once more after the cause is gone',
      command: '<%= config.bin %> farm retry rnd_01J8ZQ4M3T5V7X9B2C4D6F8H0K',
    },
  ];
  static override args = RENDER_ID;
  static override flags = FARM_FLAGS;

  override async run(): Promise<void> {
    const { args, flags } = await readCommandLine({ name: 'farm retry', flags: FarmRetry.flags }, this.argv, () =>
      this.parse(FarmRetry),
    );
    const id = checkedId(args.id, ['rnd']);
    await askFarm(flags, async ({ client, streams }) => {
      const render = await client.retryRender(id, randomUUID());
      streams.result(flags.json ? JSON.stringify(render, null, 2) : `${id} is ${render.status}, run ${render.epoch}`);
    });
  }
}
