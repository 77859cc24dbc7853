import { readSettings, WORKER_SETTINGS } from '@framefarm/contract';
import { Command } from '@oclif/core';
import { readCommandLine } from '../flags/read-command-line.js';
import { settingFlags, settingValues } from '../flags/setting-flags.js';
import { runService } from '../service/run-service.js';
import { startWorkerService, workerEndsWithinMs } from '../service/worker-service.js';

export default class Worker extends Command {
  static override summary = 'Start a worker: it renders for a farm on this machine.';
  static override description =
    'Takes chunks of renders from the queue, captures and encodes them here and puts them into the store. Start as many as ' +
    'you like, on any machine that reaches Redis and the store. Ctrl-C and SIGTERM let running chunks finish first.';
  static override usage = 'worker [FLAGS]';
  static override examples = [
    {
      description: 'Two chunks at once',
      command: '<%= config.bin %> worker --redis redis://redis:6379/0 --store /mnt/framefarm --slots 2',
    },
  ];
  static override flags = settingFlags(WORKER_SETTINGS);

  override async run(): Promise<void> {
    const { flags } = await readCommandLine({ name: 'worker', flags: Worker.flags }, this.argv, () =>
      this.parse(Worker),
    );
    const values = settingValues(WORKER_SETTINGS, flags);
    const { drainSeconds } = readSettings(WORKER_SETTINGS, process.env, values);
    await runService({
      endWithinMs: workerEndsWithinMs(drainSeconds),
      stopping: `Draining: running chunks may finish within ${drainSeconds} s.`,
      start: async (starting) => {
        starting.streams.result(await startWorkerService(starting, values));
      },
    });
  }
}
