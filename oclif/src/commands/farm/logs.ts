import { Command, Flags } from '@oclif/core';
import { askFarm, checkedId, FARM_FLAGS, RENDER_ID } from '../../farm/farm-command.js';
import { readCommandLine } from '../../flags/read-command-line.js';
import { neutralisedLine } from '../../formatters/text/terminal-text.js';

export default class FarmLogs extends Command {
  static override summary = 'Show what the workers wrote while they rendered, by step and chunk.';
  static override usage = 'farm logs ID [FLAGS]';
  static override examples = [
    {
      description: 'The log of the first chunks',
      command: '<%= config.bin %> farm logs rnd_01J8ZQ4M3T5V7X9B2C4D6F8H0K --step capture-0',
    },
  ];
  static override args = RENDER_ID;
  static override flags = {
    step: Flags.string({
      summary: 'Only steps whose name begins so: prepare, extract, sound, capture-<first chunk>, assemble.',
      helpValue: '<step>',
    }),
    ...FARM_FLAGS,
  };

  override async run(): Promise<void> {
    const { args, flags } = await readCommandLine({ name: 'farm logs', flags: FarmLogs.flags }, this.argv, () =>
      this.parse(FarmLogs),
    );
    const id = checkedId(args.id, ['rnd']);
    await askFarm(flags, async ({ client, streams }) => {
      const { step = '', quiet } = flags;
      const items = await client.logs(id, step);
      if (items.length === 0 && quiet !== true) {
        streams.tell(
          `${step === '' ? 'no step' : `no step whose name begins with "${neutralisedLine(step)}"`} has written anything\n`,
        );
      }
      if (flags.json) streams.result(JSON.stringify({ items }, null, 2));
      else {
        for (const { stepId, lines } of items) {
          for (const line of lines) streams.result(`[${stepId}] ${neutralisedLine(line)}`);
        }
      }
    });
  }
}
