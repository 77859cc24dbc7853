/** Coded pictures or samples of one video, several at a time: each request costs a browser some milliseconds of CPU. */
import { PICTURE_PACK, picturePackUrl, unpackPictures } from '@framefarm/contract';
import { NativePromise, nativeFetch, nativeTurn } from '../natives/natives.js';

/** Tries of a request: an interface of the machine that comes or goes ends the browser's open requests, these too. */
const TRIES = 5;
/** Wait before the second try, ms; four times as long before each further one, as such changes come in bursts. */
const RETRY_MS = 100;

export interface CodedPictures {
  /** Rejects, naming the URL, when the picture cannot be had. */
  get(number: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Forgets the pictures of all packs that hold none of these. */
  keep(numbers: ReadonlySet<number>): void;
}

const packOf = (number: number): number => Math.floor((number - 1) / PICTURE_PACK);

const missing = (url: string, why: string): Error => new Error(`Picture ${url} could not be loaded: ${why}`);

/** `last` is the number of the last picture that there is. */
export function createCodedPictures(urlOf: (number: number) => string, last: number): CodedPictures {
  const known = new Map<number, Promise<Uint8Array<ArrayBuffer>>>();

  const fetchFrom = async (first: number, count: number): Promise<Uint8Array<ArrayBuffer>[]> => {
    const url = urlOf(first);
    for (let attempt = 1; ; attempt += 1) {
      let refusal: Error | null = null;
      try {
        const answer = await nativeFetch(picturePackUrl(url, count));
        if (answer.ok) return unpackPictures(await answer.arrayBuffer());
        refusal = missing(url, `answered with ${answer.status}`);
      } catch (error) {
        if (attempt === TRIES) throw missing(url, `asked ${TRIES} times: ${error}`);
      }
      if (refusal !== null) throw refusal;
      await nativeTurn(RETRY_MS * 4 ** (attempt - 1));
    }
  };

  const get = (number: number): Promise<Uint8Array<ArrayBuffer>> => {
    const loading = known.get(number);
    if (loading !== undefined) return loading;
    let count = 1;
    while (number + count <= last && packOf(number + count) === packOf(number) && !known.has(number + count))
      count += 1;
    const pack = fetchFrom(number, count);
    for (let at = 0; at < count; at += 1) {
      const picture = pack.then((pictures) => {
        const picture = pictures[at];
        if (picture !== undefined) return picture;
        // An answer may hold fewer than were asked for, but at least one.
        if (at === 0) throw missing(urlOf(number), 'the answer is empty');
        known.delete(number + at);
        return get(number + at);
      });
      picture.catch(() => known.delete(number + at));
      known.set(number + at, picture);
    }
    return known.get(number) ?? NativePromise.reject(missing(urlOf(number), 'it was never asked for'));
  };

  return {
    get,
    keep(numbers) {
      const packs = new Set([...numbers].map(packOf));
      for (const number of known.keys()) if (!packs.has(packOf(number))) known.delete(number);
    },
  };
}
