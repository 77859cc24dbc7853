import { readFile, realpath } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { FRAMEFARM_PATH, FramefarmError, LOADS_TOLD_POLICY, PICTURE_PACK_PARAMETER } from '@framefarm/contract';
import { composeFrame } from '../document/compose-document.js';
import { contentTypeOf } from './content-type.js';
import { findFile } from './file-root.js';
import { createFontWaits } from './font-waits.js';
import { knownHost } from './known-host.js';
import { type OriginListener, openOriginListener, type RequestHandler } from './listener.js';
import { readPack } from './picture-pack.js';
import { parseRequestPath } from './request-path.js';
import { readOwnFile, respondBytes, respondFile, respondText, setCommonHeaders } from './respond.js';

/** A file elsewhere that answers for a path which the project lacks. */
export interface FallbackFile {
  /** Absolute path, already checked. */
  readonly file: string;
  readonly contentType: string;
}

export interface OriginOptions {
  /** Absolute path of the project directory. */
  readonly projectDir: string;
  /** Follow links that leave the project and list them (local mode), or refuse them (`--no-outside-links`, farm). */
  readonly outsideLinks: boolean;
  /** The page; its path is usually `/`. More documents can follow by `setDocument`. */
  readonly entry?: { readonly path: string; readonly html: string };
  /** Single files at fixed paths, e.g. `/__framefarm/runtime.js` to the absolute path of the page runtime. */
  readonly files?: Readonly<Record<string, string>>;
  /** Asked when the project has no such file, e.g. for a local GSAP path (composition-format 11.2). */
  readonly fallback?: (urlPath: string) => Promise<FallbackFile | null>;
  /** Where to answer; it stays open when the origin closes. Default: a listener of its own. */
  readonly listener?: OriginListener;
  /**
   * Refuse what a page of another site asks for, as its browser says (`Sec-Fetch-Site`): an origin that lives long and
   * is reached by the user's own browser. Documents of opaque origin count as foreign then.
   */
  readonly sameSiteOnly?: boolean;
  /**
   * Scripts put into the project's documents that the page shows in frames, for browsers into which nobody injects the
   * page runtime.
   */
  readonly frameScripts?: readonly string[];
  /** Headers of every document that was set, such as a content security policy. */
  readonly documentHeaders?: Readonly<Record<string, string>>;
  /** Have documents told what begins to load in them ({@link LOADS_TOLD_POLICY}). Browsers write each of these into the console. */
  readonly tellLoads?: boolean;
  /**
   * Asked for GET requests below the path of framefarm before anything else; answers and resolves with true, or leaves
   * the request alone and resolves with false.
   */
  readonly route?: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
}

/** A request that no file answers. `path` is percent-encoded, as the page asked for it, without the query. */
export interface MissingAsset {
  readonly path: string;
  /** What the page wanted it for, as the browser says (`Sec-Fetch-Dest`): `image`, `script`, `video`, `font`, … */
  readonly destination: string;
  /** `missing`, or the rule by which it was refused. */
  readonly reason: string;
}

/** A path of the project that a page asked for. */
export interface AskedFile {
  /** Real path of the file that answered; null when none did. */
  readonly file: string | null;
  /** Only media elements asked (`Sec-Fetch-Dest`, which no script can set): what they got, scripts cannot read. */
  readonly played: boolean;
}

export interface Origin {
  /** `http://127.0.0.1:<port>`, without a slash at the end; the address is the one listened on. */
  readonly url: string;
  readonly port: number;
  /** Requests that failed, one entry for each path, in the order of their first failure. */
  readonly missing: readonly MissingAsset[];
  /**
   * What was asked of the project so far, by decoded path, `/`-separated without a slash in front. Without the icon that
   * browsers ask for unasked.
   */
  readonly asked: ReadonlyMap<string, AskedFile>;
  /** Empties `missing`: the page is loaded anew. */
  forgetMissing(): void;
  /** Real paths outside the project that were served through links, for the notice of composition-format 1. */
  readonly outsideTargets: readonly string[];
  /** Serves generated text at a path, replacing what was there. */
  setDocument(path: string, body: string, contentType?: string): void;
  /** Serves one file from anywhere at a path. */
  addFile(path: string, file: string): void;
  /**
   * Serves the regular files of a directory that framefarm owns below a prefix such as `/__framefarm/frames/v1/`, in
   * place of an earlier one.
   */
  addDirectory(prefix: string, directory: string): void;
  /** Answers again, where another origin has had the listener meanwhile. */
  serve(): void;
  /** Ends at once; a listener of its own is closed too, with its connections. */
  close(): Promise<void>;
}

/** As long as HTTP knows: pages forget answers before they are given to another render. */
const KEPT = 'max-age=31536000';
/** Browsers ask for it unasked. */
const ICON_PATH = '/favicon.ico';

/**
 * Starts the project origin on a port of 127.0.0.1: everything a page may load without network, with Range
 * support, correct types, no listings and no escapes (composition-format 1, security 4).
 * @throws {FramefarmError} COMPOSITION_NOT_FOUND when the project directory cannot be read.
 */
export async function startOrigin(options: OriginOptions): Promise<Origin> {
  const root = await realpath(options.projectDir).catch((cause: unknown) => {
    throw new FramefarmError('COMPOSITION_NOT_FOUND', `"${options.projectDir}" is not a readable directory.`, {
      cause,
    });
  });
  const documents = new Map<string, { body: Buffer; type: string }>();
  const files = new Map<string, string>(Object.entries(options.files ?? {}));
  const directories: { prefix: string; directory: string }[] = [];
  const missing = new Map<string, MissingAsset>();
  const asked = new Map<string, AskedFile>();
  const outside = new Set<string>();
  const answerFontWait = createFontWaits();
  let url = '';
  let isKnownHost: (header: string | undefined) => boolean = () => false;

  const refuse = (request: IncomingMessage, response: ServerResponse, status: number, path: string, why: string) => {
    const destination = String(request.headers['sec-fetch-dest'] ?? 'unknown');
    if (!missing.has(path)) missing.set(path, { path, destination, reason: why });
    respondText(response, status, why === 'missing' ? 'Not found' : `Refused: ${why}`);
  };

  /**
   * Whether a page asks for an SVG file to take parts from it, by `use` or as a filter. A browser that may not keep it asks for it again
   * for each of them, where a picture is kept whatever is said, and shows the part some frames late. The pages of one that lives long see
   * what is saved meanwhile.
   */
  const keepsParts = ({ headers }: IncomingMessage): boolean =>
    options.sameSiteOnly !== true &&
    headers['sec-fetch-dest'] === 'image' &&
    headers['sec-fetch-mode'] === 'same-origin';

  const tellLoads = (response: ServerResponse, type: string): void => {
    if (options.tellLoads !== true || !type.startsWith('text/html')) return;
    response.setHeader('Content-Security-Policy-Report-Only', LOADS_TOLD_POLICY);
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = request.url ?? '/';
    const path = target.replace(/[?#].*$/s, '');
    // A name that resolves to this machine (DNS rebinding) must not open the project to a foreign page.
    if (!isKnownHost(request.headers.host)) return respondText(response, 403, 'Refused: unknown host');
    if (options.sameSiteOnly === true && request.headers['sec-fetch-site'] === 'cross-site') {
      return respondText(response, 403, 'Refused: request of another site');
    }
    setCommonHeaders(request, response, url);
    if (request.method === 'OPTIONS') {
      response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, OPTIONS');
      response.setHeader('Access-Control-Allow-Headers', '*, range');
      response.statusCode = 204;
      response.end();
      return;
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD, OPTIONS');
      return respondText(response, 405, 'Only GET and HEAD are answered');
    }
    if (path.startsWith(FRAMEFARM_PATH) && (await options.route?.(request, response)) === true) return;
    if (answerFontWait(request, response)) return;
    const document = documents.get(path);
    if (document !== undefined) {
      response.setHeader('Cache-Control', 'no-store');
      for (const [name, value] of Object.entries(options.documentHeaders ?? {})) response.setHeader(name, value);
      tellLoads(response, document.type);
      return respondBytes(request, response, document.body, document.type);
    }
    const parsed = parseRequestPath(target);
    if (!parsed.ok) return refuse(request, response, parsed.status, path, parsed.reason);

    const single = files.get(path);
    if (single !== undefined) {
      const found = await findFile('/', single.split('/').filter(Boolean), true);
      if (found.found) return respondFile(request, response, found.file, found.size, contentTypeOf(path));
      return refuse(request, response, 404, path, 'missing');
    }
    const decodedPath = `/${parsed.segments.join('/')}`;
    for (const { prefix, directory } of directories) {
      if (!decodedPath.startsWith(prefix)) continue;
      const inner = decodedPath.slice(prefix.length).split('/');
      const file = join(directory, ...inner);
      const pictures = Number(new URLSearchParams(target.slice(path.length)).get(PICTURE_PACK_PARAMETER) ?? 0);
      const body =
        request.headers.range === undefined ? (pictures > 0 ? readPack(file, pictures) : readOwnFile(file)) : null;
      if (body !== null) {
        // Each picture is shown once: keep it out of the browser's disk cache.
        response.setHeader('Cache-Control', 'no-store');
        return respondBytes(request, response, body, contentTypeOf(decodedPath));
      }
      const found = await findFile(directory, inner, false);
      if (found.found && pictures === 0) return respondFile(request, response, found.file, found.size);
      return refuse(request, response, 404, path, 'missing');
    }
    const segments = parsed.trailingSlash ? [...parsed.segments, 'index.html'] : parsed.segments;
    const note = (file: string | null): void => {
      const name = segments.join('/');
      const played = /^(?:audio|video)$/.test(String(request.headers['sec-fetch-dest']));
      if (path !== ICON_PATH) asked.set(name, { file, played: played && asked.get(name)?.played !== false });
    };
    const found = await findFile(root, segments, options.outsideLinks);
    if (found.found) {
      note(found.file);
      if (found.outside) outside.add(found.file);
      const type = contentTypeOf(segments.at(-1) ?? '');
      tellLoads(response, type);
      const inFrame = request.headers['sec-fetch-dest'] === 'iframe' && type.startsWith('text/html');
      if (inFrame && options.frameScripts !== undefined) {
        const framed = composeFrame(await readFile(found.file, 'utf8'), options.frameScripts);
        response.setHeader('Cache-Control', 'no-cache');
        return respondBytes(request, response, Buffer.from(framed, 'utf8'), type);
      }
      if (keepsParts(request)) response.setHeader('Cache-Control', KEPT);
      return respondFile(request, response, found.file, found.size, type);
    }
    note(null);
    if (found.reason === 'outside') return refuse(request, response, 403, path, 'link out of the project');
    if (found.reason === 'unreadable') return refuse(request, response, 403, path, 'the file cannot be read');
    const fallback = (await options.fallback?.(decodedPath)) ?? null;
    if (fallback !== null) {
      const mapped = await findFile('/', fallback.file.split('/').filter(Boolean), true);
      if (mapped.found) {
        note(mapped.file);
        return respondFile(request, response, mapped.file, mapped.size, fallback.contentType);
      }
    }
    if (path === ICON_PATH) {
      // Its absence is no fault of the composition.
      response.statusCode = 204;
      response.end();
      return;
    }
    refuse(request, response, 404, path, 'missing');
  };

  const listener = options.listener ?? (await openOriginListener());
  const { port, host } = listener;
  url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  isKnownHost = knownHost(host, port);

  const handler: RequestHandler = (request, response) => {
    answer(request, response).catch((error: unknown) => {
      const path = (request.url ?? '/').replace(/[?#].*$/s, '');
      const reason = `cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`;
      if (response.headersSent) response.destroy();
      else refuse(request, response, 500, path, reason);
    });
  };
  listener.serve(handler);

  const origin: Origin = {
    url,
    port,
    get missing() {
      return [...missing.values()];
    },
    get outsideTargets() {
      return [...outside].sort();
    },
    asked,
    forgetMissing: () => missing.clear(),
    setDocument: (path, body, contentType = contentTypeOf(path.endsWith('/') ? 'index.html' : path)) => {
      documents.set(path, { body: Buffer.from(body, 'utf8'), type: contentType });
    },
    addFile: (path, file) => void files.set(path, file),
    addDirectory: (given, directory) => {
      const prefix = given.endsWith('/') ? given : `${given}/`;
      const known = directories.findIndex((entry) => entry.prefix === prefix);
      if (known === -1) directories.push({ prefix, directory });
      else directories[known] = { prefix, directory };
    },
    serve: () => listener.serve(handler),
    close: async () => {
      listener.leave(handler);
      if (options.listener === undefined) await listener.close();
    },
  };
  if (options.entry !== undefined) {
    origin.setDocument(options.entry.path, options.entry.html, 'text/html; charset=utf-8');
  }
  return origin;
}
