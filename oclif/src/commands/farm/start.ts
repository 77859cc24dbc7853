import { PRODUCER_SETTINGS, readSettings, WORKER_SETTINGS } from '@framefarm/contract';
import { Command, Flags } from '@oclif/core';
import { readCommandLine } from '../../flags/read-command-line.js';
import { settingFlags, settingValues } from '../../flags/setting-flags.js';
import { dataDirectory } from '../../service/data-directory.js';
import { startPlaces } from '../../service/one-machine.js';
import { startProducerService } from '../../service/producer-service.js';
import { runService } from '../../service/run-service.js';
import { startWorkerService, workerEndsWithinMs } from '../../service/worker-service.js';

const { port, healthPort, host, maxConcurrentRenders, projectRoots, packageDirs } = PRODUCER_SETTINGS;
const { slots } = WORKER_SETTINGS;
const PRODUCER = { port, healthPort, host, maxConcurrentRenders, projectRoots, packageDirs };

export default class FarmStart extends Command {
  static override summary = 'Start a whole farm on this machine.';
  static override description =
    'Runs a producer and a worker, and a private Redis unless REDIS_URL names one. What it takes in and renders is kept ' +
    'in the data directory, also over a restart. Ctrl-C lets running chunks finish and ends all of it.';
  static override usage = 'farm start [FLAGS]';
  static override examples = [
    { description: 'A farm for trying out', command: '<%= config.bin %> farm start' },
    {
      description: 'Two renders at once, each chunk in one of three browsers, files on another disk',
      command: '<%= config.bin %> farm start --max-concurrent-renders 2 --slots 3 --data /mnt/farm',
    },
  ];
  static override flags = {
    data: Flags.string({
      summary: 'Directory of the farm. [default: $XDG_DATA_HOME/framefarm, else ~/.local/share/framefarm]',
      helpValue: '<path>',
    }),
    ...settingFlags({ ...PRODUCER, slots }),
  };

  override async run(): Promise<void> {
    const { flags } = await readCommandLine({ name: 'farm start', flags: FarmStart.flags }, this.argv, () =>
      this.parse(FarmStart),
    );
    const data = dataDirectory(flags.data as string | undefined, process.env, process.cwd());
    const producer = settingValues(PRODUCER, flags);
    const worker = settingValues({ slots, packageDirs }, flags);
    // Everything that a wrong value could stop is read before anything is started.
    readSettings(PRODUCER, process.env, producer);
    const { drainSeconds } = readSettings(WORKER_SETTINGS, process.env, worker);
    // The lines below are for people; the log of each request is for those who ask for it.
    const logLevel = (process.env.FRAMEFARM_LOG_LEVEL ?? '') === '' ? 'warn' : undefined;
    await runService({
      endWithinMs: workerEndsWithinMs(drainSeconds),
      stopping: `Stopping: running chunks may finish within ${drainSeconds} s.`,
      start: async (starting) => {
        const { result } = starting.streams;
        const places = await startPlaces(starting, data, process.env);
        result(`Data: ${data.path}`);
        result(await startWorkerService(starting, { ...worker, ...places, logLevel }));
        const { url } = await startProducerService(starting, { ...producer, ...places, logLevel });
        result(`Farm ready at ${url}`);
      },
    });
  }
}
