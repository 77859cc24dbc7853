/**
 * The one catalogue of errors. Codes are stable: they never change meaning (reference: http-api 4.3).
 * The same words reach the command line, the HTTP API and a batch manifest.
 */

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

export const ERRORS = {
  VALIDATION_FAILED: usage('Invalid options', 'Correct the values named above and run the command again.'),
  COMPOSITION_NOT_FOUND: usage(
    'Composition not found',
    'Name a directory that holds index.html, or pass --composition.',
  ),
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
  COMPOSITION_TOO_LONG: user('The composition is too long', 'Shorten data-duration or lower the frame rate.'),
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
    'Correct every fault named above and run the command again; nothing was rendered.',
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

  BROWSER_NOT_FOUND: system(
    'No usable browser',
    'Install Chrome, Chromium or chrome-headless-shell, or name one with --browser-path or FRAMEFARM_BROWSER_PATH.',
  ),
  ENCODER_NOT_FOUND: system(
    'FFmpeg is missing or incomplete',
    'Install ffmpeg, or name it with FRAMEFARM_FFMPEG_PATH.',
  ),
  ALPHA_NOT_ENCODED: system(
    'The output lost its transparency',
    'Run "framefarm doctor"; use an FFmpeg with alpha support.',
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
  BROWSER_CRASHED: transient('The browser ended unexpectedly', 'Try again with fewer workers; check free memory.'),
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
  return new FramefarmError('INTERNAL_ERROR', message, { cause: thrown, ...(stage === undefined ? {} : { stage }) });
}
