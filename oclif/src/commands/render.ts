import { existsSync } from 'node:fs';
import { asFramefarmError, DEFAULT_FARM_URL } from '@framefarm/contract';
import { Args, Command } from '@oclif/core';
import {
  farmOfEnvironmentNamed,
  isFarmOfEnvironment,
  mistakenAddresses,
  unfetchedOutput,
  withFarmOfEnvironment,
  withFarmUrl,
} from '../flags/farm-words.js';
import { flagNames, switchNames } from '../flags/flag-names.js';
import { rawOptions } from '../flags/raw-options.js';
import { tableFlags } from '../flags/table-flags.js';
import { isParseFailure, parseIssues, readableFlags, valuedSwitches } from '../flags/usage-errors.js';
import { runBatchRender } from '../session/batch-run.js';
import { calmCollector } from '../session/collector.js';
import { interruptible } from '../session/interruptible.js';
import { runRender, wantsJson } from '../session/render-run.js';
import { processStreams } from '../session/streams.js';
import { CONFIG_FLAGS } from '../target/command-options.js';
import { withProjectConfig } from '../target/configured-options.js';
import { withEnvironment } from '../target/environment.js';

export default class Render extends Command {
  static override summary = 'Render a composition to video.';
  static override description =
    'Captures the composition in DIR frame by frame in a headless browser and encodes it. Paths of flags and the ' +
    'default output renders/<name>.<ext> start at the current directory; <name> is the name of DIR.';
  static override usage = 'render [DIR] [FLAGS]';
  static override examples = [
    { description: 'Render the project in the current directory', command: '<%= config.bin %> render' },
    {
      description: 'A transparent lower third for a video editor',
      command: '<%= config.bin %> render lower-third --format mov -o lower-third.mov',
    },
    {
      description: 'A quick draft with other variables, and events for a script',
      command: '<%= config.bin %> render slides -q draft --variables-file may.json --json',
    },
    {
      description: 'On the farm that "framefarm farm start" runs on this machine',
      command: '<%= config.bin %> render slides --farm',
    },
    {
      description: 'One video for each row of a JSON file, and again only what is missing',
      command: '<%= config.bin %> render card --batch rows.json -o "out/{name}.mp4" --resume',
    },
  ];
  static override args = {
    dir: Args.string({ description: 'Project directory.', default: '.', ignoreStdin: true }),
  };
  static override flags = { ...tableFlags(), ...CONFIG_FLAGS };

  override async run(): Promise<void> {
    calmCollector();
    const mistaken = mistakenAddresses(this.argv, existsSync);
    const isByEnvironment = isFarmOfEnvironment(this.argv, process.env);
    this.argv = withFarmUrl(this.argv, process.env, DEFAULT_FARM_URL);
    const issues = [...mistaken, ...valuedSwitches(this.argv, switchNames(Render.flags))];
    let flags: Readonly<Record<string, unknown>>;
    let directory = '.';
    let isNamed = false;
    try {
      const parsed = await this.parse(Render);
      flags = parsed.flags;
      directory = String(parsed.args.dir);
      isNamed = true;
    } catch (error) {
      if (!isParseFailure(error)) throw asFramefarmError(error);
      flags = readableFlags(error);
      // The value of a switch, or of --farm, was read as an argument; its own issue already says so.
      if (issues.length === 0) issues.push(...parseIssues(error, flagNames(Render.flags)));
    }
    const typed = rawOptions(flags, {});
    const chosen = withFarmOfEnvironment(typed, process.env);
    const given = withEnvironment(chosen ?? typed, process.env);
    // A configuration that comes through a pipe may be long in coming.
    const found = await interruptible(
      async (signal) => {
        const line = { directory, isNamed, flags, raw: given, cwd: process.cwd(), signal };
        const configured = await withProjectConfig(line);
        // Of a signal that came as it was read, nobody else hears.
        signal.throwIfAborted();
        return configured;
      },
      { streams: processStreams(), json: wantsJson({ raw: typed, issues, argv: this.argv }) },
    );
    if (found === null) return;
    const { raw, nameOf: configured, ...config } = found;
    const isNamedByIt = chosen !== null || isByEnvironment;
    const nameOf = isNamedByIt ? farmOfEnvironmentNamed(configured, isByEnvironment) : configured;
    const unfetched = raw.farm === undefined ? [] : unfetchedOutput(typed);
    const run = { directory, raw, nameOf, issues: [...issues, ...config.issues, ...unfetched], argv: this.argv };
    if (raw.farm === undefined) await (raw.batch === undefined ? runRender(run) : runBatchRender(run));
    else {
      // The side of the farm is loaded by those who use one.
      const { runFarmRender } = await import('../session/farm-render-run.js');
      const { runFarmBatch } = await import('../session/farm-batch-run.js');
      await (raw.batch === undefined ? runFarmRender(run) : runFarmBatch(run));
    }
  }
}
