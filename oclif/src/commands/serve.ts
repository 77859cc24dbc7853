import { PRODUCER_SETTINGS, readSettings, WORKER_SETTINGS } from '@framefarm/contract';
import { Command, Flags } from '@oclif/core';
import { readCommandLine } from '../flags/read-command-line.js';
import { settingFlags, settingValues } from '../flags/setting-flags.js';
import { startProducerService } from '../service/producer-service.js';
import { runService } from '../service/run-service.js';
import { startWorkerService, workerEndsWithinMs } from '../service/worker-service.js';

/** A producer ends its streams and requests within this time, ms (http-api 4.5). */
const PRODUCER_ENDS_WITHIN_MS = 30_000;

export default class Serve extends Command {
  static override summary = 'Start a producer: the HTTP API of a farm.';
  static override description =
    'Takes renders and batches over HTTP and queues them in Redis for the workers. Any number of producers may serve one ' +
    'farm. Ctrl-C ends it; renders go on. "framefarm farm start" runs a whole farm on this machine.';
  static override usage = 'serve [FLAGS]';
  static override examples = [
    {
      description: 'A producer that keeps its files on a shared volume',
      command: '<%= config.bin %> serve --redis redis://redis:6379/0 --store /mnt/framefarm',
    },
    {
      description: 'Producer and worker in one process, for a small host',
      command: '<%= config.bin %> serve --redis redis://127.0.0.1:6379/0 --store /var/lib/framefarm --with-worker',
    },
  ];
  static override flags = {
    ...settingFlags(PRODUCER_SETTINGS),
    'with-worker': Flags.boolean({ summary: 'Run a worker in the same process.' }),
  };

  override async run(): Promise<void> {
    const { flags } = await readCommandLine({ name: 'serve', flags: Serve.flags }, this.argv, () => this.parse(Serve));
    const values = settingValues(PRODUCER_SETTINGS, flags);
    const { redisUrl, store, packageDirs } = values;
    const isWithWorker = flags['with-worker'] === true;
    const { drainSeconds } = isWithWorker ? readSettings(WORKER_SETTINGS, process.env) : { drainSeconds: 0 };
    await runService({
      endWithinMs: Math.max(PRODUCER_ENDS_WITHIN_MS, workerEndsWithinMs(drainSeconds)),
      stopping: 'Stopping.',
      start: async (starting) => {
        const { url } = await startProducerService(starting, values);
        if (isWithWorker) await startWorkerService(starting, { redisUrl, store, packageDirs });
        starting.streams.result(`Producer at ${url}${isWithWorker ? ', with a worker' : ''}`);
      },
    });
  }
}
