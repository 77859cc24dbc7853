/** Media that a composition holds as `data:` URLs, as files for FFmpeg. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CompiledComposition, INLINE_MEDIA_PATH } from '@framefarm/contract';

export class InlineMedia {
  #urls: Promise<CompiledComposition['inlineMedia']> | null = null;

  /** `read` is asked once, and only when something inline is wanted; files lie in `directory`. */
  constructor(
    private readonly read: () => Promise<Pick<CompiledComposition, 'inlineMedia'>>,
    private readonly directory: string,
  ) {}

  /** A file with the content of an inline source, by its path on the origin; null when its URL cannot be decoded. */
  async locate(path: string): Promise<string | null> {
    const url = await this.#urlOf(path);
    if (url === undefined) return null;
    const bytes = await bytesOf(url);
    if (bytes === null) return null;
    await mkdir(this.directory, { recursive: true });
    const file = join(this.directory, path.slice(INLINE_MEDIA_PATH.length));
    await writeFile(file, bytes);
    return file;
  }

  /** What stands in the document in place of `path`, in words: never the whole of it. */
  async describe(path: string): Promise<string | null> {
    const url = await this.#urlOf(path);
    return url === undefined ? null : `${url.slice(0, url.indexOf(',') + 1).slice(0, 60)}… (${url.length} bytes)`;
  }

  async #urlOf(path: string): Promise<string | undefined> {
    if (!path.startsWith(INLINE_MEDIA_PATH)) return undefined;
    this.#urls ??= this.read().then(({ inlineMedia }) => inlineMedia);
    const urls = await this.#urls;
    return Object.hasOwn(urls, path) ? urls[path] : undefined;
  }
}

async function bytesOf(url: string): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await (await fetch(url)).arrayBuffer());
  } catch {
    return null; // Broken base64, or no comma.
  }
}
