import { resolve } from 'node:path';
import { suggestion } from '@framefarm/contract';
import { Args, Command, Flags } from '@oclif/core';
import { readCommandLine } from '../flags/read-command-line.js';
import { usageError } from '../flags/usage-errors.js';
import { processStreams } from '../session/streams.js';
import { writeProject } from '../starter/new-project.js';
import {
  TEMPLATE_NAMES,
  TEMPLATES,
  TEMPLATES_DIRECTORY,
  type TemplateName,
  templateFiles,
} from '../starter/templates.js';

export default class Init extends Command {
  static override summary = 'Start a new project.';
  static override description =
    'Writes a composition that renders as it is, its configuration and a .gitignore into DIR, which is made when it ' +
    `does not exist. Templates: ${TEMPLATE_NAMES.map((name) => `${name} (${TEMPLATES[name]})`).join(', ')}.`;
  static override usage = 'init [DIR] [FLAGS]';
  static override examples = [
    { description: 'A title card in a new directory', command: '<%= config.bin %> init my-title' },
    {
      description: 'A transparent caption in the current directory',
      command: '<%= config.bin %> init --template lower-third',
    },
  ];
  static override args = {
    dir: Args.string({ description: 'Directory of the new project.', default: '.', ignoreStdin: true }),
  };
  static override flags = {
    template: Flags.string({
      char: 't',
      summary: `What to start from: ${TEMPLATE_NAMES.join(', ')} [default: title].`,
      helpValue: '<template>',
    }),
    force: Flags.boolean({ summary: 'Replace files of the same names.' }),
  };

  override async run(): Promise<void> {
    const { args, flags } = await readCommandLine({ name: 'init', flags: Init.flags }, this.argv, () =>
      this.parse(Init),
    );
    const directory = String(args.dir);
    const template = templateName(flags.template ?? 'title');
    if (directory === '') throw usageError([emptyDirectory], 'init');
    const files = await templateFiles(TEMPLATES_DIRECTORY, template);
    const { written, kept } = await writeProject(resolve(process.cwd(), directory), directory, files, flags.force);

    const { result } = processStreams();
    result(`Created ${directory === '.' ? 'a project' : directory}: ${TEMPLATES[template]}`);
    for (const path of written) result(`  ${path}`);
    for (const path of kept) result(`  ${path} (kept as it was)`);
    const target = directory === '.' ? '' : ` ${quoted(directory)}`;
    result('Next:');
    for (const next of ['preview', 'render']) result(`  ${this.config.bin} ${next}${target}`);
  }
}

const emptyDirectory = { code: 'invalid_value', message: 'the directory is an empty text' };

function templateName(typed: string): TemplateName {
  const name = TEMPLATE_NAMES.find((one) => one === typed);
  if (name !== undefined) return name;
  const rule = `must be one of ${TEMPLATE_NAMES.join(', ')}${suggestion(typed, TEMPLATE_NAMES)}`;
  const issue = { field: '--template', code: 'invalid_value', message: `--template "${typed}": ${rule}` };
  throw usageError([issue], 'init');
}

/** As a shell reads it back. */
function quoted(path: string): string {
  return /^[\w./@%+,:=-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
