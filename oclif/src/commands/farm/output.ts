import { basename, resolve } from 'node:path';
import { FramefarmError, type OutputFormat } from '@framefarm/contract';
import { Command, Flags } from '@oclif/core';
import { askFarm, checkedId, FARM_FLAGS, RENDER_ID } from '../../farm/farm-command.js';
import { fetchOutput } from '../../farm/fetch-output.js';
import { readCommandLine } from '../../flags/read-command-line.js';
import { encodedLine, noticeLine } from '../../formatters/render/result-lines.js';
import { checkOutput, misnamed } from '../../target/output-path.js';

export default class FarmOutput extends Command {
  static override summary = 'Fetch the output of a finished render from a farm.';
  static override description = 'What arrives is checked by its SHA-256 and then put in place of an older file.';
  static override usage = 'farm output ID [FLAGS]';
  static override examples = [
    {
      description: 'Under another name',
      command: '<%= config.bin %> farm output rnd_01J8ZQ4M3T5V7X9B2C4D6F8H0K -o title.mp4',
    },
  ];
  static override args = RENDER_ID;
  static override flags = {
    output: Flags.string({
      char: 'o',
      summary: 'File, or directory for a png-sequence. [default: the name of the output, here]',
      helpValue: '<path>',
    }),
    ...FARM_FLAGS,
  };

  override async run(): Promise<void> {
    const { args, flags } = await readCommandLine({ name: 'farm output', flags: FarmOutput.flags }, this.argv, () =>
      this.parse(FarmOutput),
    );
    const id = checkedId(args.id, ['rnd']);
    await askFarm(flags, async ({ client, streams, signal }) => {
      const render = await client.render(id);
      const { output } = render;
      if (output === null) throw noOutput(id, render.status);
      const format = (render.options.format ?? 'mp4') as OutputFormat;
      const name = basename(output.fileName);
      const shown = flags.output ?? (format === 'png-sequence' ? name.replace(/\.zip$/, '') : name);
      const target = resolve(process.cwd(), shown);
      await checkOutput(shown, target, format, null);
      const notice = misnamed(shown, format);
      if (notice !== null && !flags.json) streams.tell(`${noticeLine(notice)}\n`);
      const fetched = await fetchOutput(client, id, output, target, format, signal);
      const facts = { ...output, path: fetched.path, size: fetched.size, sha256: fetched.sha256 };
      streams.result(flags.json ? JSON.stringify(facts, null, 2) : encodedLine({ ...output, ...fetched }, shown));
    });
  }
}

function noOutput(id: string, status: string): FramefarmError {
  const code = status === 'failed' || status === 'cancelled' ? 'RENDER_HAS_NO_OUTPUT' : 'RENDER_NOT_FINISHED';
  return new FramefarmError(code, `${id} is ${status}`);
}
