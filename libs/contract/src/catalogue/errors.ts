/**
 * The one catalogue of errors. Codes are stable: they never change meaning (reference: http-api 4.3).
 * The same words reach the command line, the HTTP API and a batch manifest.
 */
import type { FailureCircumstances } from './failure-circumstances.js';

/** Who has to act: the author or caller, or the one who runs the machine. */
export type ErrorOwner = 'user' | 'system';

export interface ErrorEntry {
  readonly owner: ErrorOwner;
  /** True when the same work may succeed if it is done again. */
  readonly retryable: boolean;
  /** HTTP status when the error is the answer to a request. */
  readonly status: number;
  /** Exit status of the command line (reference: cli 1.1). */
  readonly exit: number;
  readonly title: string;
  /** What to do, when the place that raises the error knows nothing better. */
  readonly hint: string;
}

const user = (title: string, hint: string, exit = 1): ErrorEntry => ({
  owner: 'user',
  retryable: false,
  status: 422,
  exit,
  title,
  hint,
});
const usage = (title: string, hint: string): ErrorEntry => ({ ...user(title, hint, 2), status: 400 });
const system = (title: string, hint: string): ErrorEntry => ({
  owner: 'system',
  retryable: false,
  status: 500,
  exit: 1,
  title,
  hint,
});
const transient = (title: string, hint: string): ErrorEntry => ({ ...system(title, hint), retryable: true });
/** A farm's refusal of a request (http-api 4.3); never the fault of a render. */
const answer = (status: number, title: string, hint: string): ErrorEntry => ({ ...user(title, hint), status });
/** A request that was right and may be sent again after the time in `Retry-After`. */
const later = (status: number, title: string, hint: string): ErrorEntry => ({
  ...answer(status, title, hint),
  owner: status >= 500 ? 'system' : 'user',
  retryable: true,
});

export const ERRORS = {
  VALIDATION_FAILED: usage('Invalid options', 'Correct the values named above and try again.'),
  COMPOSITION_NOT_FOUND: {
    ...usage('Composition not found', 'Name a directory that holds index.html, or pass --composition.'),
    status: 404,
  },
  ARCHIVE_REJECTED: usage(
    'The project cannot be packed or unpacked',
    'Correct or remove the file named above and pack the project again.',
  ),
  PAYLOAD_TOO_LARGE: {
    ...usage('The upload is too large', 'Leave files out with .framefarmignore, or make them smaller.'),
    status: 413,
  },
  UNSUPPORTED_MEDIA_TYPE: {
    ...usage('The kind of content is not accepted', 'Send one of the content types named above.'),
    status: 415,
  },
  OUTPUT_NOT_WRITABLE: usage('Output cannot be written', 'Choose another --output.'),
  COMPOSITION_ROOT_MISSING: user(
    'No composition root',
    'Give exactly one element outside any <template> the attribute data-composition-id.',
  ),
  COMPOSITION_ZERO_DURATION: user(
    'The composition has no length',
    'Set data-duration (seconds) on the root, or register a timeline that has a length.',
  ),
  COMPOSITION_TOO_LONG: user(
    'The composition is too long',
    'Set a shorter data-duration on the root, or lower the frame rate.',
  ),
  COMPOSITION_SIZE_INVALID: user('The composition size is out of range', 'Use whole pixels from 2 to 8192.'),
  COMPOSITION_SCRIPT_ERROR: user(
    'A script of the composition failed',
    'Correct the script, or render without --strict.',
  ),
  EMPTY_COMPOSITION: user('A nested composition cannot be used', 'Check data-composition-src and the file it names.'),
  LINT_FAILED: user('Lint found problems', 'Correct them, or render without --strict.'),
  VARIABLES_INVALID: usage(
    'Variables do not fit the declarations',
    'Correct the values, or render without --strict-variables.',
  ),
  BATCH_PREFLIGHT_FAILED: user(
    'The batch cannot start',
    'Correct every fault named above and try again; nothing was rendered.',
    2,
  ),
  WARNINGS_NOT_ALLOWED: user('Warnings are not allowed in this render', 'Remove the cause, or relax the gate.'),
  ASSET_MEDIA_TYPE_MISMATCH: user(
    'An asset is not what its element needs',
    'Use a file of the kind the element plays.',
  ),
  NOT_MEDIA_PAYLOAD: user('A file is not media', 'Check that the path names a media file and that it is complete.'),
  INVALID_VIDEO_METADATA: user('A video has unusable metadata', 'Re-encode the file.'),
  VIDEO_SOURCE_UNRENDERABLE: user('A video is missing or cannot be decoded', 'Check the path, or re-encode the file.'),
  AUDIO_FX_INVALID: user('An audio effect chain cannot be read', 'Correct data-fx-chain.'),
  FONT_FETCH_FAILED: user('A font cannot be had', 'Bundle the font with the composition through @font-face.'),
  RANGE_NOT_SATISFIABLE: {
    ...usage('The byte range lies outside the file', 'Ask for bytes between 0 and the size less 1.'),
    status: 416,
  },
  RENDER_TIMEOUT: user('The render took longer than its limit', 'Raise --timeout, or lower size, length or quality.'),
  RENDER_CANCELLED: user('The render was cancelled', 'Start it again when you are ready.', 130),
  INTERRUPTED: user('Interrupted', 'Start it again when you are ready.', 130),

  INVALID_JSON: answer(400, 'The body is not JSON', 'Send one JSON object in UTF-8.'),
  URL_NOT_ALLOWED: answer(
    400,
    'The URL is not allowed',
    'Use a public https address, or ask the operator to list its origin in FRAMEFARM_NETWORK_ALLOW.',
  ),
  WEBHOOK_SECRET_MISSING: answer(
    400,
    'The key has no webhook secret',
    'Add webhookSecrets to the entry of your key in FRAMEFARM_API_KEYS_FILE, or leave webhook out.',
  ),
  INVALID_CURSOR: answer(
    400,
    'The cursor cannot be used',
    'Take nextCursor of the page before, unchanged, with the same filters.',
  ),
  INVALID_LAST_EVENT_ID: answer(
    400,
    'Last-Event-ID is malformed',
    'Send the id of the last event received, such as 1700000000000-0.',
  ),
  INVALID_IDEMPOTENCY_KEY: answer(400, 'Idempotency-Key is malformed', 'Send 1 to 255 visible ASCII characters.'),
  UNAUTHENTICATED: answer(401, 'No valid API key', 'Send Authorization: Bearer with a key of this farm.'),
  FORBIDDEN: answer(403, 'The key does not allow this', 'Use a key with the scope that the message names.'),
  SOURCE_NOT_ALLOWED: answer(
    403,
    'The source is not allowed here',
    'Upload the project to POST /compositions, or ask the operator to allow its directory in FRAMEFARM_PROJECT_ROOTS.',
  ),
  RENDER_NOT_FOUND: answer(
    404,
    'Render not found',
    'Check the id; finished renders are removed some time after their output expires.',
  ),
  BATCH_NOT_FOUND: answer(
    404,
    'Batch not found',
    'Check the id; finished batches are removed some time after their outputs expire.',
  ),
  NOT_FOUND: answer(404, 'Nothing is here', 'See /openapi.json for the paths of this service.'),
  METHOD_NOT_ALLOWED: answer(405, 'The path does not take this method', 'Use a method that the header Allow names.'),
  REQUEST_TIMEOUT: {
    ...answer(408, 'The request did not arrive in time', 'Send it again, on a new connection and without pauses.'),
    retryable: true,
  },
  OUTPUT_EXPIRED: answer(
    410,
    'The output is no longer kept',
    'Render again, with a longer retentionSeconds if you need it longer.',
  ),
  RENDER_FINISHED: answer(409, 'The render is finished', 'Submit a new render.'),
  RENDER_ACTIVE: later(409, 'The render is not finished', 'Wait for its end, or cancel it first.'),
  RENDER_NOT_FINISHED: later(
    409,
    'The output is not ready',
    'Ask again after the time in Retry-After, or follow the events of the render.',
  ),
  RENDER_HAS_NO_OUTPUT: answer(
    409,
    'The render has no output',
    'Look at the error of the render; a retry may produce one.',
  ),
  COMPOSITION_IN_USE: later(
    409,
    'An unfinished render needs the composition',
    'Wait for the renders that use it, or cancel them.',
  ),
  IDEMPOTENCY_IN_PROGRESS: later(
    409,
    'The first request with this key is still running',
    'Send the same request again a little later.',
  ),
  IDEMPOTENCY_KEY_REUSED: answer(
    422,
    'The key was used with another request',
    'Use a new Idempotency-Key for another body.',
  ),
  HEADERS_TOO_LARGE: answer(
    431,
    'The headers of the request are too large',
    'Send a shorter URL and fewer or shorter headers.',
  ),
  RATE_LIMITED: later(429, 'Too many requests', 'Wait for the time in Retry-After.'),
  QUEUE_UNAVAILABLE: later(
    503,
    'The queue does not answer',
    'Try again after the time in Retry-After; the operator should look at Redis.',
  ),
  DRAINING: later(
    503,
    'The service is about to stop',
    'Send the request again after the time in Retry-After; another instance takes it.',
  ),

  BROWSER_NOT_FOUND: system(
    'No usable browser',
    'Install Chrome, Chromium or chrome-headless-shell, or name one with --browser-path or FRAMEFARM_BROWSER_PATH.',
  ),
  ENCODER_NOT_FOUND: system(
    'FFmpeg is missing or incomplete',
    'Install ffmpeg, or name it with FRAMEFARM_FFMPEG_PATH.',
  ),
  CONTAINER_ENGINE_NOT_FOUND: system(
    'No container engine',
    'Install Docker or Podman and start it, or render without --docker.',
  ),
  CONTAINER_ENGINE_UNAVAILABLE: system(
    'The container engine does not answer',
    'Start it, such as with "systemctl start docker" or by opening Docker Desktop, and check DOCKER_HOST.',
  ),
  CONTAINER_ENGINE_DENIED: system(
    'The container engine is closed to this user',
    'Add the user to the group docker with "sudo usermod -aG docker <user>" and log in again, or use Podman.',
  ),
  CONTAINER_IMAGE_NOT_FOUND: system(
    'The render image is missing',
    'Build it with "sh docker/build.sh render" in the source of framefarm, or name another one with --docker-image.',
  ),
  CONTAINER_IMAGE_MISMATCH: system(
    'The image is not the render image of this version',
    'Build that one with "sh docker/build.sh render" in the source of this version, or name another one with --docker-image.',
  ),
  CONTAINER_MOUNT_REFUSED: system(
    'A directory cannot be put into the container',
    'The engine must run on this machine and be allowed to share the directory; a remote engine cannot see it.',
  ),
  CONTAINER_FAILED: transient('The container ended too early', 'Run again with --debug to see what it wrote.'),
  REDIS_NOT_FOUND: system(
    'No Redis server',
    'Install one, such as with "apt-get install redis-server" or "brew install redis"; name it with FRAMEFARM_REDIS_PATH, or use a running one with REDIS_URL.',
  ),
  REDIS_FAILED: system('Redis cannot be used', 'Look at its files in the data directory, or choose another --data.'),
  FARM_UNREACHABLE: {
    ...transient(
      'The farm cannot be reached',
      'Start one with "framefarm farm start", or name another one with --farm or FRAMEFARM_URL.',
    ),
    status: 502,
  },
  STILL_RUNNING: {
    ...transient('The farm is still at work', 'Go on waiting with "framefarm farm watch" and the id named above.'),
    owner: 'user',
    status: 409,
    exit: 69,
  },
  DATA_DIRECTORY_IN_USE: {
    ...usage('The data directory is in use', 'End the other farm, or choose another directory with --data.'),
    status: 409,
    exit: 1,
  },
  ALPHA_NOT_ENCODED: system(
    'The output lost its transparency',
    'Run "framefarm doctor"; use an FFmpeg with alpha support.',
  ),
  VERSION_UNSUPPORTED: system(
    'No worker does this version any more',
    'Submit the render again: it is accepted in the version of the farm as it is now.',
  ),
  WORKER_LOST: system('The worker was lost too often', 'Look at the worker logs.'),

  VIDEO_EXTRACTION_FAILED: transient(
    'Frames of a video could not be extracted',
    'Try again; re-encode the file if it persists.',
  ),
  AUDIO_PROCESSING_FAILED: transient('The sound could not be mixed', 'Try again; re-encode the audio if it persists.'),
  FONT_FETCH_UNAVAILABLE: transient('A font host does not answer', 'Try again, or bundle the font.'),
  NAVIGATION_TIMEOUT: transient('The page did not load in time', 'Raise --browser-timeout, or make the page lighter.'),
  CAPTURE_STALLED: transient('Capture made no progress', 'Simplify the frame named above, or use fewer workers.'),
  SURFACE_OBSTACLE: system(
    'The drawing surface does not show all of the page',
    'Render again with FRAMEFARM_SURFACE=off, which takes the pictures of the browser itself.',
  ),
  BROWSER_CRASHED: transient('The browser ended unexpectedly', 'Try again with fewer workers; check free memory.'),
  SANDBOX_UNAVAILABLE: system(
    'The browser cannot have its sandbox on this machine',
    'Let users make namespaces here; as root, keep browser, cache and scratch where other users may pass. FRAMEFARM_SANDBOX=off renders without it, for compositions you trust.',
  ),
  ENCODER_FAILED: transient('FFmpeg failed', 'Run again with --debug to see its log.'),
  OUTPUT_INVALID: transient(
    'The finished file does not hold what was asked for',
    'Run again with --debug and report it.',
  ),
  CHUNK_ENVIRONMENT_MISMATCH: transient(
    'This machine cannot run the plan',
    'Use the browser and FFmpeg the plan names.',
  ),
  STORE_UNAVAILABLE: { ...transient('The store does not answer', 'Try again later.'), status: 503 },
  DISK_FULL: transient('No space left on the disk', 'Free space in the output or temporary directory.'),
  INTERNAL_ERROR: transient('Something unexpected failed', 'Run again with --debug and report it.'),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

/** One fault of an input: which field, what was received, which rule it breaks. */
export interface InputIssue {
  /** Option or field name as its user wrote it, e.g. `--fps` or `data-duration`. */
  readonly field?: string;
  /** Batch row, from 0. */
  readonly row?: number;
  readonly code: string;
  readonly message: string;
}

export interface ErrorContext {
  readonly hint?: string;
  readonly issues?: readonly InputIssue[];
  /** Stage of the render that failed (reference: http-api 3.2). */
  readonly stage?: string;
  /** Facts for logs and reports; plain JSON. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** Every expected failure. `message` names the value received and the rule; the hint says what to do. */
export class FramefarmError extends Error {
  override readonly name = 'FramefarmError';
  readonly code: ErrorCode;
  readonly hint: string;
  readonly issues: readonly InputIssue[];
  readonly stage: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;
  /** Added by whoever ran the work that failed; null for what failed before any work. */
  circumstances: FailureCircumstances | null = null;

  constructor(code: ErrorCode, message: string, context: ErrorContext = {}) {
    super(message, context.cause === undefined ? undefined : { cause: context.cause });
    this.code = code;
    this.hint = context.hint ?? ERRORS[code].hint;
    this.issues = context.issues ?? [];
    this.stage = context.stage;
    this.details = context.details ?? {};
  }

  get entry(): ErrorEntry {
    return ERRORS[this.code];
  }
}

/** Turns anything thrown into a FramefarmError; a full disk keeps its own code. */
export function asFramefarmError(thrown: unknown, stage?: string): FramefarmError {
  if (thrown instanceof FramefarmError) return thrown;
  const errno = (thrown as NodeJS.ErrnoException | undefined)?.code;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (errno === 'ENOSPC' || errno === 'EDQUOT') {
    return new FramefarmError('DISK_FULL', message, { cause: thrown, ...(stage === undefined ? {} : { stage }) });
  }
  return new FramefarmError('INTERNAL_ERROR', message, {
    cause: thrown,
    ...(stage === undefined ? {} : { stage }),
    ...(errno === 'EMFILE' || errno === 'ENFILE' ? { hint: OPEN_FILES_HINT } : {}),
  });
}

/** What to do where no further file may be opened (`RLIMIT_NOFILE`, getrlimit(2)). */
export const OPEN_FILES_HINT = 'Raise the limit of open files, such as with "ulimit -n 1024".';
