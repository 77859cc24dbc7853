/** Warnings raised in the page, and script errors with their place (reference: composition-format 7.5). */
import type { PageWarning, WarningCode } from '@framefarm/contract';
import { SOURCE_FILE_ATTRIBUTE } from '@framefarm/contract';
import { nativeOrigin } from '../natives/natives.js';
import { decodedUrl } from './decoded-url.js';
import { shortFacts, shortText, shortUrl } from './short-text.js';

const MAX_SCRIPT_ERRORS = 100;
/** Characters of a message, which may name several files. */
const MAX_MESSAGE = 4_000;

export interface WarningLog {
  warn(code: WarningCode, message: string, details?: Record<string, unknown>): void;
  scriptError(thrown: unknown, place?: { file?: string; line?: number; column?: number }): void;
  take(): PageWarning[];
  /** True once any script failed. */
  readonly failed: boolean;
  /** Runtime ids of instances whose script failed. */
  readonly failedInstances: ReadonlySet<string>;
  failInstance(id: string): void;
}

/** Also of an error of a document inside the page, which is none by the page's own classes. */
function stackOf(thrown: unknown): string {
  try {
    const { stack } = Object(thrown) as { stack?: unknown };
    return typeof stack === 'string' ? stack : '';
  } catch {
    return '';
  }
}

/** First place that a stack names, skipping the runtime's own script. */
function placeOf(thrown: unknown): { file?: string; line?: number; column?: number } {
  for (const line of stackOf(thrown).split('\n')) {
    const match = /(?:\(|^at )([^()\s]+?):(\d+):(\d+)\)?$/.exec(line.trim());
    if (match === null || match[1]?.includes('/__framefarm/') || match[1] === '<anonymous>') continue;
    return { file: pathOf(match[1] ?? ''), line: Number(match[2]), column: Number(match[3]) };
  }
  return {};
}

/** A URL of the project without its origin, as authors know it; of a `data:` URL the head. */
export function pathOf(url: string): string {
  const own = url.startsWith(`${nativeOrigin}/`);
  return shortUrl(own ? decodedUrl(url.slice(nativeOrigin.length + 1)) : url);
}

/** What a plain object says, as requests and libraries reject with: its message, else its fields; null of any other value. */
function plainWords(thrown: unknown): string | null {
  if (Object.prototype.toString.call(thrown) !== '[object Object]' || String(thrown) !== '[object Object]') return null;
  const { message } = thrown as { message?: unknown };
  return typeof message === 'string' && message !== '' ? message : JSON.stringify(thrown);
}

function messageOf(thrown: unknown): string {
  if (thrown instanceof Error) return shortText(`${thrown.name}: ${thrown.message}`);
  try {
    return shortText(plainWords(thrown) ?? String(thrown));
  } catch {
    return 'a value that cannot be shown';
  }
}

export function createWarningLog(): WarningLog {
  let open: PageWarning[] = [];
  let scriptErrors = 0;
  let failed = false;
  const known = new Set<string>();
  const failedInstances = new Set<string>();
  const warn: WarningLog['warn'] = (code, words, details) => {
    const message = shortText(words, MAX_MESSAGE);
    const key = `${code}\n${message}`;
    if (known.has(key)) return;
    known.add(key);
    open.push(details === undefined ? { code, message } : { code, message, details: shortFacts(details) });
  };
  return {
    warn,
    scriptError(thrown, given = {}) {
      failed = true;
      const found = { ...placeOf(thrown), ...given };
      // That of the document itself says nothing: it is no file, and its lines are not those of one.
      const place = found.file === '' ? {} : found;
      const where =
        place.file === undefined ? '' : ` (${place.file}${place.line === undefined ? '' : `:${place.line}`})`;
      const message = `${messageOf(thrown)}${where}`;
      // The same words on every frame are one error.
      if (scriptErrors >= MAX_SCRIPT_ERRORS || known.has(`script_error\n${message}`)) return;
      scriptErrors++;
      warn('script_error', message, { message: messageOf(thrown), ...place });
    },
    take() {
      const taken = open;
      open = [];
      return taken;
    },
    get failed() {
      return failed;
    },
    failedInstances,
    failInstance: (id) => {
      failedInstances.add(id);
    },
  };
}

/** Names the scripts whose errors browsers keep from the page: the first three. */
function ofOtherOrigins(): string {
  const found = [...document.querySelectorAll<HTMLScriptElement>('script[src]:not([crossorigin])')]
    .map(({ src }) => src)
    .filter((src) => !src.startsWith(`${nativeOrigin}/`));
  return found.length === 0
    ? ''
    : `: one of ${found.slice(0, 3).map(pathOf).join(', ')}${found.length > 3 ? ', …' : ''}`;
}

/** Tells of a script of another origin that has not come; of our own origin is told what it lacks. */
function tellRefused(log: WarningLog, element: EventTarget | null): void {
  if (!(element instanceof HTMLScriptElement) || !URL.canParse(element.src)) return;
  const url = withoutFragment(element.src);
  if (!/^https?:/.test(url) || url.startsWith(`${nativeOrigin}/`)) return;
  const why =
    element.integrity === ''
      ? 'cannot be loaded. Put the file into the project and refer to it by a relative path.'
      : 'is refused by the browser: it is not the file that its integrity attribute is of, or lacks crossorigin="anonymous", without which the two are not compared. Correct the attribute, or leave it out.';
  log.warn('external_script_unavailable', `${pathOf(url)} ${why}`, { url });
}

const withoutFragment = (url: string): string => url.replace(/#.*$/s, '');

/** Listens for uncaught exceptions, rejected promises and scripts that cannot be loaded. */
export function watchScriptErrors(log: WarningLog): void {
  window.addEventListener(
    'error',
    (event: Event) => {
      if (!(event instanceof ErrorEvent)) return tellRefused(log, event.target);
      const script = document.currentScript?.getAttribute(SOURCE_FILE_ATTRIBUTE) ?? undefined;
      const file = script ?? (event.filename === '' ? undefined : pathOf(event.filename));
      if (event.message.startsWith('ResizeObserver loop')) return;
      if (event.error === null && event.filename === '' && event.message.startsWith('Script error')) {
        return log.scriptError(
          `A script of another origin failed, and the browser keeps from the page what was wrong and where${ofOtherOrigins()}. Add crossorigin="anonymous" to its element to see it`,
        );
      }
      // Where an inline script cannot be parsed, lines count from the compiled document, which no author has; lint knows that of the file.
      const ofDocument = script !== undefined && event.error instanceof SyntaxError;
      // Lines of the stack are those of the author's file.
      if (placeOf(event.error).file !== undefined) log.scriptError(event.error);
      else
        log.scriptError(event.error ?? event.message, {
          ...(file === undefined ? {} : { file }),
          ...(event.lineno > 0 && !ofDocument ? { line: event.lineno, column: event.colno } : {}),
        });
    },
    true,
  );
  window.addEventListener('unhandledrejection', (event) => log.scriptError(event.reason));
}
