import { type OptionName, RENDER_OPTIONS } from '@framefarm/contract';
import { Args, Command, Flags } from '@oclif/core';
import { readCommandLine } from '../flags/read-command-line.js';
import { tableFlags } from '../flags/table-flags.js';
import { runSnapshot } from '../session/snapshot-run.js';
import { CONFIG_FLAGS } from '../target/command-options.js';
import { PAGE_OPTIONS } from '../target/page-options.js';
import { projectJob } from '../target/project-job.js';
import { checkDistinct, stillOutput } from '../target/still-output.js';
import { readStillPlaces } from '../target/still-places.js';

const { quiet } = RENDER_OPTIONS;
const SHARED = { ...PAGE_OPTIONS, quiet };

export default class Snapshot extends Command {
  static override summary = 'Make PNG files of single frames.';
  static override description =
    'Shows the composition in DIR at the given places and takes its pictures as a render does, without loss and at the ' +
    'size of the output. A time stands for the first frame at or after it. Without --transparent the page lies on ' +
    'white, as in an mp4; with it the files are those of a png-sequence.';
  static override usage = 'snapshot [DIR] --at <times> [FLAGS]';
  static override examples = [
    { description: 'Two frames of the current directory', command: '<%= config.bin %> snapshot --at 1.5,3' },
    {
      description: 'A poster with its own name, twice as large as the composition',
      command: '<%= config.bin %> snapshot title --frame 45 --resolution 4k -o poster.png',
    },
    {
      description: 'Frames with transparency, named by time',
      command: '<%= config.bin %> snapshot lower-third --frame 0,10-12 --transparent -o "stills/{time}.png"',
    },
  ];
  static override args = {
    dir: Args.string({ description: 'Project directory.', default: '.', ignoreStdin: true }),
  };
  static override flags = {
    at: Flags.string({
      summary: 'Times, separated by commas: seconds such as 1.5, or 90s, 1:30, 00:00:03.5; repeatable.',
      multiple: true,
      multipleNonGreedy: true,
      helpValue: '<times>',
    }),
    frame: Flags.string({
      summary: 'Frame numbers from 0, separated by commas; 10-12 means all of them; repeatable.',
      multiple: true,
      multipleNonGreedy: true,
      helpValue: '<frames>',
    }),
    output: Flags.string({
      char: 'o',
      summary:
        'PNG file, whose name may hold {frame} and {time}, or a directory. [default: renders/<name>_frame_{frame}.png]',
      helpValue: '<path>',
    }),
    transparent: Flags.boolean({ summary: 'Keep transparency, as a png-sequence does.' }),
    json: Flags.boolean({ summary: 'One JSON document on stdout.' }),
    ...tableFlags(SHARED),
    ...CONFIG_FLAGS,
  };

  override async run(): Promise<void> {
    const { args, flags } = await readCommandLine({ name: 'snapshot', flags: Snapshot.flags }, this.argv, () =>
      this.parse(Snapshot),
    );
    const directory = String(args.dir);
    const { places, issues } = readStillPlaces(flags.at ?? [], flags.frame ?? []);
    const cwd = process.cwd();
    const accepts = Object.keys(SHARED) as OptionName[];
    const job = await projectJob({ command: 'snapshot', directory, flags, accepts, issues }, cwd);
    const output = await stillOutput(flags.output ?? null, job.name, cwd);
    checkDistinct(output, places.length);
    await runSnapshot({
      job,
      places,
      output,
      transparent: flags.transparent === true,
      json: flags.json === true,
      quiet: flags.quiet === true,
      version: this.config.version,
    });
  }
}
