/** From a media URL of the page to a file on disk and its facts. */
import { type AssetReference, FramefarmError, type MediaInfo } from '@framefarm/contract';
import { cutOff, decoderObstacle, type Ffmpeg, probeMedia } from '@framefarm/media';
import { fetchRemoteAsset } from '@framefarm/origin';
import type { Site } from '../place/site.js';
import type { DiskProject } from '../project/project-reader.js';
import type { Report } from '../run/report.js';
import type { InlineMedia } from './inline-media.js';

export interface MediaSource {
  readonly file: string;
  readonly info: MediaInfo;
}

/** Ids that the page gives to elements without one. */
const NAMED_BY_PAGE = /^hf-(?:audio|video)-\d+$/;

/** Faults of a file, whoever reads it. */
const OF_THE_FILE: ReadonlySet<string> = new Set(['NOT_MEDIA_PAYLOAD', 'INVALID_VIDEO_METADATA']);

/** What an element needs of its source. */
export type MediaNeed = 'video' | 'audio';

export class MediaSources {
  readonly #known = new Map<string, Promise<MediaSource | null>>();
  /** Names of the elements that each missing source was told of. */
  readonly #told = new Map<string, Set<string>>();

  constructor(
    private readonly project: DiskProject,
    private readonly site: Site,
    private readonly inline: InlineMedia,
    private readonly ffmpeg: Ffmpeg,
    private readonly report: Report,
    private readonly signal: AbortSignal,
  ) {}

  /** URL as the page's runtime names it: a path from the root of the origin, or an absolute URL; as written where it is none. */
  pageUrl(url: string): string {
    if (!URL.canParse(url, this.site.origin.url)) return url;
    const absolute = new URL(url, this.site.origin.url);
    const isOwn = absolute.origin === this.site.origin.url && absolute.protocol !== 'blob:';
    return isOwn ? absolute.pathname : absolute.href;
  }

  /**
   * File and facts of a source; null when it cannot be had (a warning has been raised).
   * @throws FramefarmError `VIDEO_SOURCE_UNRENDERABLE` for a missing video, `NOT_MEDIA_PAYLOAD` for a file that is no
   * media, `ASSET_MEDIA_TYPE_MISMATCH` when it holds no picture for a video or no sound for an audio element.
   */
  async get(url: string, need: MediaNeed, elementId: string | null): Promise<MediaSource | null> {
    const key = this.pageUrl(url);
    const element = `<${need}${elementId === null ? '' : ` id="${elementId}"`} src="${await this.#named(url)}">`;
    const source = await this.#look(key, need).catch((error) => throwOfElement(element, error));
    if (source === null) {
      const why = this.#whyAbsent(key);
      if (need === 'video') {
        throw new FramefarmError('VIDEO_SOURCE_UNRENDERABLE', `${element}: ${why}`, {
          stage: 'compile',
        });
      }
      if (!this.#isNew(key, elementId)) return null;
      this.report.warn({
        code: 'media_load_failed',
        message: `${element}: ${why}; it is left out of the sound`,
        stage: 'compile',
        details: { url },
      });
      return null;
    }
    if (source.info[need] === null) {
      const holds = source.info.video === null ? 'only sound' : 'only pictures';
      throw new FramefarmError('ASSET_MEDIA_TYPE_MISMATCH', `${element}: the file holds ${holds}`, {
        stage: 'compile',
      });
    }
    return source;
  }

  /** Somebody else has told that the source of an element cannot be had, such as who planned the render. */
  assumeTold(url: string, elementId: string): void {
    this.#isNew(this.pageUrl(url), elementId);
  }

  /** Facts of all static sources, by URL as the page's runtime names it. */
  async probeAssets(assets: readonly AssetReference[]): Promise<Record<string, MediaInfo>> {
    const media: Record<string, MediaInfo> = {};
    const named = assets.flatMap(({ kind, url, elementId }) =>
      (kind === 'video' || kind === 'audio') && isFetchable(url) ? [{ kind, url, elementId }] : [],
    );
    // Looked at all at once, told of in the order of the document.
    await Promise.allSettled(named.map(({ kind, url }) => this.#look(this.pageUrl(url), kind)));
    for (const { kind, url, elementId } of named) {
      const source = await this.get(url, kind, elementId);
      if (source !== null) media[this.pageUrl(url)] = source.info;
    }
    return media;
  }

  /** One look at each source, whoever asks. */
  #look(key: string, need: MediaNeed): Promise<MediaSource | null> {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const work = this.#open(key, need);
    this.#known.set(key, work);
    return work;
  }

  async #open(key: string, need: MediaNeed): Promise<MediaSource | null> {
    const file = await this.#locate(key, need);
    if (file === null) return null;
    const obstacle = decoderObstacle(this.ffmpeg.ffmpegPath, file);
    if (obstacle !== null) this.report.notice('decoder_as_root', `FFmpeg reads media as root: ${obstacle}`);
    try {
      const info = await probeMedia(this.ffmpeg, file, { signal: this.signal });
      await this.#tellOfCut(key, file);
      return { file, info };
    } catch (error) {
      if (!(error instanceof FramefarmError)) throw error;
      // Whose file it is differs from machine to machine, the element that names it does not.
      throw new FramefarmError(error.code, error.message.replaceAll(`"${file}"`, 'the file'), { cause: error });
    }
  }

  /** A player would show what is there, and so does a render; only who copied the file knows that more was meant to be. */
  async #tellOfCut(key: string, file: string): Promise<void> {
    const cut = await cutOff(file);
    if (cut === null) return;
    const name = (await this.inline.describe(key)) ?? (key.startsWith('/') ? pathOf(key) : null) ?? key;
    this.report.warn({
      code: 'media_cut_off',
      message: `"${name}" is cut off: it has ${cut.there} of its ${cut.told} bytes; what is missing is not shown, or is silent`,
      stage: 'compile',
      details: { url: key, bytes: cut.there, bytesTold: cut.told },
    });
  }

  /** A source as its author knows it. */
  async #named(url: string): Promise<string> {
    return (await this.inline.describe(url)) ?? url;
  }

  async #locate(key: string, need: MediaNeed): Promise<string | null> {
    if (!URL.canParse(key, this.site.origin.url)) return null;
    if (!key.startsWith('/')) {
      if (!/^https?:/.test(key)) return null;
      const remote = await fetchRemoteAsset(key, need, this.site.externals);
      if (remote !== null) this.site.origin.addFile(remote.path, remote.file);
      return remote?.file ?? null;
    }
    const inline = await this.inline.locate(key);
    if (inline !== null) {
      this.site.origin.addFile(key, inline);
      return inline;
    }
    const path = pathOf(key);
    return path === null ? null : await this.project.locate(path);
  }

  /** One fault is told once: the document, the page and the mix each come upon it, and the page names what the author did not. */
  #isNew(key: string, elementId: string | null): boolean {
    const told = this.#told.get(key) ?? new Set();
    this.#told.set(key, told);
    const name = elementId === null || NAMED_BY_PAGE.test(elementId) ? '' : elementId;
    if (told.has(name) || (name === '' && told.size > 0)) return false;
    told.add(name);
    return true;
  }

  #whyAbsent(key: string): string {
    if (key.startsWith('blob:'))
      return 'only the page that made this URL can read it; name a file, or a data: URL in the document';
    const path = pathOf(key);
    const isUnreadable = path !== null && this.project.unreadable.has(path);
    return isUnreadable ? 'the source cannot be read' : 'the source cannot be found';
  }
}

/** What is wrong with a file, as that of the element which shows or plays it. */
function throwOfElement(element: string, error: unknown): never {
  if (!(error instanceof FramefarmError) || !OF_THE_FILE.has(error.code)) throw error;
  throw new FramefarmError(error.code, `${element}: ${error.message}`, { stage: 'compile', cause: error });
}

/** Path in the project of a URL from the root of the origin; a malformed escape names no file. */
function pathOf(key: string): string | null {
  try {
    return decodeURIComponent(key.slice(1));
  } catch {
    return null;
  }
}

/** False for empty, `data:` and `blob:` sources, and for bindings that only the page can fill. */
function isFetchable(url: string): boolean {
  return url.trim() !== '' && !/^(?:data|blob|javascript|about):/i.test(url);
}
