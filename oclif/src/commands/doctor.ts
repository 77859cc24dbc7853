import { tmpdir } from 'node:os';
import { asFramefarmError, RENDER_OPTIONS } from '@framefarm/contract';
import { createScratch } from '@framefarm/process';
import { Command, Flags } from '@oclif/core';
import type { CheckResult } from '../doctor/check.js';
import { rawOptions } from '../flags/raw-options.js';
import { readCommandLine } from '../flags/read-command-line.js';
import { tableFlags } from '../flags/table-flags.js';
import { allRequiredPassed, checkLines, doctorDocument, summaryLine } from '../formatters/reports/doctor-report.js';
import { mayDecorate } from '../formatters/text/style.js';
import { EXIT, exitCodeOf } from '../session/exit-codes.js';
import { listenForInterruption } from '../session/interruption.js';
import { processStreams } from '../session/streams.js';

const { browserPath, ffmpegPath } = RENDER_OPTIONS;

export default class Doctor extends Command {
  static override summary = 'Check what a render needs on this machine.';
  static override description =
    'One line each for Node.js, FFmpeg, FFprobe, the browser (which is started once) and a container runtime, with ' +
    'what to do where something is missing. Exits with 0 unless --strict is given.';
  static override usage = 'doctor [FLAGS]';
  static override examples = [
    { description: 'Look at this machine', command: '<%= config.bin %> doctor' },
    { description: 'Fail a build when something required is missing', command: '<%= config.bin %> doctor --strict' },
  ];
  static override flags = {
    all: Flags.boolean({
      summary: 'Add optional checks: CPU, memory, disk, encoders, fonts, packages, cache, Redis, farm.',
    }),
    strict: Flags.boolean({ summary: 'Exit with 1 when a required check fails.' }),
    json: Flags.boolean({ summary: 'One JSON document on stdout.' }),
    ...tableFlags({ browserPath, ffmpegPath }),
  };

  override async run(): Promise<void> {
    const { flags } = await readCommandLine({ name: 'doctor', flags: Doctor.flags }, this.argv, () =>
      this.parse(Doctor),
    );
    const streams = processStreams();
    const interruption = listenForInterruption({ onFirst: () => {}, onLast: () => {} });
    // Without one the start of the browser is what fails, and says why.
    const scratch = await createScratch(tmpdir(), 'framefarm-doctor-').catch(() => null);
    try {
      // oclif loads every command to list them; the browser side is loaded only by a doctor that runs.
      const { examine } = await import('../doctor/examination.js');
      const raw = rawOptions(flags, process.env);
      const checks: CheckResult[] = [];
      const colour = mayDecorate(process.stdout, process.env);
      const options = {
        browserPath: typeof raw.browserPath === 'string' ? raw.browserPath : null,
        ffmpegPath: typeof raw.ffmpegPath === 'string' ? raw.ffmpegPath : null,
        scratchDir: scratch?.path ?? tmpdir(),
        env: process.env,
        cwd: process.cwd(),
        signal: interruption.signal,
      };
      for await (const check of examine(options, flags.all === true)) {
        interruption.signal.throwIfAborted();
        checks.push(check);
        if (flags.json !== true) for (const line of checkLines(check, colour)) streams.result(line);
      }
      const document = doctorDocument(checks, this.config.version);
      streams.result(flags.json === true ? JSON.stringify(document, null, 2) : summaryLine(checks));
      process.exitCode = flags.strict === true && !allRequiredPassed(checks) ? EXIT.failed : EXIT.done;
    } catch (thrown) {
      const received = interruption.received();
      if (received === null) throw thrown;
      streams.tell(`${received}: stopped.\n`);
      process.exitCode = exitCodeOf(asFramefarmError(thrown), received);
    } finally {
      await scratch?.remove();
      interruption.release();
    }
  }
}
