import { Command, Flags } from '@oclif/core';
import { ANY_ID, askFarm, FARM_FLAGS } from '../../farm/farm-command.js';
import { readCommandLine } from '../../flags/read-command-line.js';

export default class FarmWatch extends Command {
  static override summary = 'Follow a render or batch of a farm until it has ended.';
  static override description =
    'Goes on after lost connections; Ctrl-C ends the watching only. Exits with 0 when it is completed, 1 failed or ' +
    'cancelled, 68 partly. --json prints the events of "render --json"; nothing is fetched, so rows of a batch have the ' +
    'names of their outputs for paths, and the manifest its address on the farm.';
  static override usage = 'farm watch [ID] [FLAGS]';
  static override examples = [
    { description: 'What was last submitted from this directory', command: '<%= config.bin %> farm watch --last' },
  ];
  static override args = ANY_ID;
  static override flags = {
    last: Flags.boolean({ summary: 'The newest submission of the project in the current directory.' }),
    quiet: Flags.boolean({ summary: 'Only errors on stderr.' }),
    ...FARM_FLAGS,
  };

  override async run(): Promise<void> {
    const { args, flags } = await readCommandLine({ name: 'farm watch', flags: FarmWatch.flags }, this.argv, () =>
      this.parse(FarmWatch),
    );
    await askFarm(flags, async (asking) => {
      const { watch, watchedId } = await import('../../session/farm-watch-run.js');
      await watch(await watchedId(args.id, flags.last, asking), flags, asking);
    });
  }
}
