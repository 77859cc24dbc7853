/**
 * What stands in the JSON that commands print: events of `render --json`, and the one document of other commands. A
 * test compares the names with what the formatters write.
 */

export interface JsonShape {
  /** `render-start`, or the command whose document it is. */
  readonly name: string;
  readonly meaning: string;
  /** Meaning by field; `type` and `ts` of events go without saying. */
  readonly fields: Readonly<Record<string, string>>;
}

const PROGRESS = {
  stage: 'Stage of the render.',
  progress: '0 to 100 over the whole render.',
  framesRendered: 'Frames captured so far.',
  totalFrames: 'Frames in all; 0 until the length is known.',
};
const ERROR = {
  title: 'The error in a few words.',
  hint: 'What to do.',
  issues: 'Faults one by one: `field`, `row` (from 0), `code`, `message`.',
};
const MESSAGES = {
  warnings: 'Warnings with `code`, `message`, `stage`, `details`.',
  notices: 'Notices with `code` and `message`.',
};
const META = { _meta: '`version` of framefarm.' };

const IMAGE =
  'What the container image holds: versions and SHA-256 of `node`, `browser`, `ffmpeg`, `ffprobe` and `fonts`, of the list of `packages`, and a `digest` of all';
const ROW = { index: 'Number of the row, from 0.', outputPath: 'Absolute path of the output.' };

export const RENDER_EVENTS: readonly JsonShape[] = [
  {
    name: 'render-start',
    meaning: 'The composition is known.',
    fields: {
      outputPath: 'Absolute path of the output.',
      compositionId: 'Id of the root.',
      fps: 'Frames per second as given, such as `30000/1001`.',
      quality: 'Quality preset.',
    },
  },
  { name: 'render-progress', meaning: 'At most four times a second.', fields: PROGRESS },
  {
    name: 'render-complete',
    meaning: 'Last line of a render that succeeded.',
    fields: {
      outcome: '`completed` or `completed_with_warnings`.',
      compositionId:
        'Id of the root; of `farm watch`, which has no project, that of the project by its content, `cmp_…`.',
      outputPath: 'Absolute path of the output; null of `farm watch`, which fetches none.',
      dryRun: 'True when nothing was rendered; then all facts of the output are null.',
      durationMs: 'Length of the video.',
      renderTimeMs: 'Wall-clock time.',
      size: 'Bytes; of all files for a png-sequence.',
      sha256: 'Digest of the output.',
      width: 'Pixels.',
      height: 'Pixels.',
      fps: 'Frames per second of the output.',
      frames: 'Number of frames.',
      firstFrame: 'Frame of the composition that is the first of the output.',
      media: 'The streams of the output as probed after encoding.',
      timings: 'Milliseconds by phase; phases overlap.',
      lanes: '`count`, `upperBound` and the `reason` for the number.',
      plan: 'What identifies the plan; after a dry run the whole plan.',
      capture: 'The capture `path`, why it was chosen, and what had to be done again.',
      versions: 'Of framefarm, Node.js, browser and FFmpeg.',
      image: `${IMAGE}; null outside of one.`,
      sandbox: 'Whether the sandbox of Chromium was `on`, and why.',
      substitutions: 'Packages served in another version than a URL names.',
      renderId:
        'Id of the render on a farm, where the fields from `firstFrame` to `substitutions` are absent; else null.',
      ...MESSAGES,
    },
  },
  {
    name: 'render-error',
    meaning: 'Last line of a render that failed.',
    fields: {
      outputPath: 'Absolute path of the output that was not written.',
      error: 'The error in detail.',
      errorCode: 'Code of the [catalogue](errors.md).',
      stage: 'Stage that failed.',
      errorDetails:
        '`stage`, `owner`, `retryable`; of a render that ran here `freeMemoryMB` and, where the page said something, the last lines of its console as `browserConsoleTail`.',
      ...ERROR,
      ...MESSAGES,
    },
  },
  {
    name: 'error',
    meaning: 'Last line, and the only one, when a check before the first frame failed; the same for every command.',
    fields: { code: 'Code of the [catalogue](errors.md).', message: 'The error in detail.', ...ERROR },
  },
];

const PROJECT = { compositionId: 'Id of the project by its content, `cmp_…`.' };

/** What comes before and between the events of a render or batch with `--farm`. */
export const FARM_EVENTS: readonly JsonShape[] = [
  {
    name: 'project-packed',
    meaning: 'The project was read.',
    fields: {
      ...PROJECT,
      files: 'Number of files.',
      size: 'Bytes of all files.',
      largest: 'The largest files: `path`, `size`.',
      known: 'True when the farm has the project already, so that nothing is sent.',
    },
  },
  { name: 'project-uploaded', meaning: 'The farm has the project now.', fields: { ...PROJECT, bytes: 'Bytes sent.' } },
  {
    name: 'render-submitted',
    meaning: 'The farm has taken the render.',
    fields: { renderId: 'Id of the render, `rnd_…`.', url: 'URL of the farm.' },
  },
  {
    name: 'render-queued',
    meaning: 'The render waits; again when its place changes.',
    fields: { renderId: 'Id of the render.', ahead: 'Renders before it in the line; 0 is next.' },
  },
  {
    name: 'render-waiting',
    meaning:
      'No worker that is there does the version in which the farm accepted the render; or, where the key may ask for workers, none takes steps.',
    fields: {
      renderId: 'Id of the render.',
      message: 'Which version it is, and which the workers do; or what holds them up.',
    },
  },
  {
    name: 'batch-submitted',
    meaning: 'The farm has taken the batch.',
    fields: { batchId: 'Id of the batch, `bat_…`.', url: 'URL of the farm.' },
  },
  {
    name: 'batch-waiting',
    meaning: 'No worker takes steps; told where the key may ask for workers.',
    fields: { batchId: 'Id of the batch.', message: 'What holds them up.' },
  },
  {
    name: 'farm-lost',
    meaning: 'The connection to the farm was lost and is tried again.',
    fields: { reason: 'What happened.' },
  },
];

export const BATCH_EVENTS: readonly JsonShape[] = [
  {
    name: 'batch-start',
    meaning: 'The whole batch passed its preflight.',
    fields: {
      total: 'Number of rows.',
      concurrency: 'Rows at once.',
      manifestPath: 'Absolute path of the manifest.',
    },
  },
  { name: 'batch-row-start', meaning: 'A row begins.', fields: ROW },
  {
    name: 'batch-row-progress',
    meaning: 'At most four times a second for each row.',
    fields: { index: ROW.index, ...PROGRESS },
  },
  {
    name: 'batch-row-complete',
    meaning: 'A row succeeded.',
    fields: {
      ...ROW,
      durationMs: 'Length of the video.',
      renderTimeMs: "Wall-clock time of the row's own work.",
      size: 'Bytes.',
      sha256: 'Digest of the output.',
      width: 'Pixels; null when an earlier run made the output.',
      height: 'Pixels; null when an earlier run made the output.',
      frames: 'Number of frames.',
      image: `${IMAGE}; null outside of one and when an earlier run made the output. Absent for a row of a farm, where \`perf.environment\` of the render has it.`,
      copyOf: 'Row with the same inputs whose output was copied, or null.',
      resumed: 'True when an earlier run made the output.',
      dryRun: 'True when nothing was rendered.',
      ...MESSAGES,
    },
  },
  {
    name: 'batch-row-error',
    meaning: 'A row failed; the others go on.',
    fields: {
      ...ROW,
      error: 'The error in detail.',
      errorCode: 'Code of the [catalogue](errors.md).',
      stage: 'Stage that failed, or null before the first.',
      errorDetails:
        '`stage`, `owner`, `retryable`; of a render that ran here `freeMemoryMB` and, where the page said something, the last lines of its console as `browserConsoleTail`.',
      ...ERROR,
      ...MESSAGES,
    },
  },
  { name: 'batch-row-skipped', meaning: 'A row will not be rendered.', fields: ROW },
  {
    name: 'batch-complete',
    meaning: 'Last line of a batch that passed its preflight.',
    fields: {
      manifestPath: 'Absolute path of the manifest.',
      total: 'Number of rows.',
      completed: 'Rows that succeeded.',
      failed: 'Rows that failed.',
      skipped: 'Rows that were not started.',
      rows: 'All rows as in the manifest.',
      notices: MESSAGES.notices,
    },
  },
];

export const DOCUMENTS: readonly JsonShape[] = [
  {
    name: 'benchmark',
    meaning: '`framefarm benchmark --json`',
    fields: {
      host: '`cpus`, `memoryMb`, `gpu`.',
      composition: 'What was measured.',
      results: 'Configurations with their times, sizes, peak memory, failures and `runs`.',
      skipped: 'What was left out, and why.',
      frames: 'Whether all configurations made the same frames.',
      limit: 'What limits the render, or null.',
      findings: 'Sentences about this machine.',
      unfinished: '`runs` done `of` those planned, after an interruption; null for a whole benchmark.',
      recommendation:
        '`workers`, `batchConcurrency`, `maxConcurrentRenders`, `reason`, `command`; null when all failed or too few were measured.',
      ...META,
    },
  },
  {
    name: 'doctor',
    meaning: '`framefarm doctor --json`',
    fields: {
      ok: 'All required checks passed.',
      platform: 'As Node.js names it.',
      arch: 'As Node.js names it.',
      checks: 'Checks with `name`, `ok`, `required`, `detail` and, when failed, `hint`.',
      ...META,
    },
  },
  {
    name: 'lint',
    meaning: '`framefarm lint --json`',
    fields: {
      ok: 'No error was found.',
      errorCount: 'Number of errors.',
      warningCount: 'Number of warnings.',
      infoCount: 'Number of notes.',
      findings:
        'Findings with `code`, `severity`, `message` and, where known, `file`, `selector`, `elementId`, `fixHint`, `snippet`.',
      ...META,
    },
  },
  {
    name: 'inspect',
    meaning: '`framefarm inspect --json`; times are seconds',
    fields: {
      composition: '`id`, `entryFile`, `width`, `height`, `fps`, `digest` and the compiled `files`.',
      length: '`seconds`, `frames`, whether it is `written` on the root, and its `sources` in words.',
      output: 'What a render would make: `format`, `width`, `height`, `scale`, `firstFrame`, `frames`, `chunks`.',
      capture: '`path`, `reason`, `image`, `transparent`, and whether one lane is `sequential` from frame 0.',
      instances: 'Compositions in the document with `id`, `authoredId`, `parentId`, `file`; the root first.',
      clips:
        'Timed elements in document order with `id`, `label`, `tag`, `start`, `end` (null: to the end), `track`, `instanceId`, `parent` (index in this list), `depth`, and `frames` (`firstFrame`, `lastFrame`; null when never seen).',
      media: 'Sources with the elements they are `usedBy` and their `facts` as probed.',
      audio: 'Length in `seconds` or null, `tracks`, `groups`, and `silent` media elements with the reason.',
      variables:
        '`instanceId`, `id`, `declaration` (null when there is none), `value`, and whether it was `given` rather than defaulted.',
      fonts: 'Families in use with where they come `from`: `author`, `bundled`, `system`, `generic`, `missing`.',
      animations: 'What moves, in words.',
      lint: 'Numbers of `errors`, `warnings`, `notes`.',
      sandbox: 'Whether the sandbox of Chromium was `on`, and why.',
      substitutions: 'Packages served in place of URLs, with `url`, `requested`, `served`.',
      versions: '`framefarm`, `browser`, `ffmpeg`.',
      warnings: 'Warnings with `code`, `message`, `stage`, `details`.',
      notices: 'Notices with `code` and `message`.',
      _meta: '`version` of framefarm.',
    },
  },
  {
    name: 'snapshot',
    meaning: '`framefarm snapshot --json`',
    fields: {
      outcome: '`completed` or `completed_with_warnings`.',
      compositionId: 'Id of the root.',
      fps: 'Frames per second.',
      compositionFrames: 'Frames of the whole composition.',
      stills: 'Pictures with `frame`, `seconds`, `outputPath`, `width`, `height`, `size`, `sha256`.',
      capture: 'How pictures were taken.',
      sandbox: 'Whether the sandbox of Chromium was `on`, and why.',
      ...MESSAGES,
      ...META,
    },
  },
];
