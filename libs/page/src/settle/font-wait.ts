/** Scripts of the body wait for the fonts of what stands before them (reference: composition-format 7.4). */
import { FONT_WAIT_GLOBAL, FONT_WAIT_PATH, type WantedFonts } from '@framefarm/contract';
import { layOut, nativeFetch, nativeSetTimeout } from '../natives/natives.js';

/** Scripts run without a font that takes longer: ten times what one takes from a disk, and settling goes on to wait for it. */
const LIMIT_MS = 5000;
/** What is laid out in one font may need others, by its characters. */
const ROUNDS = 4;

const write = Document.prototype.write;
const loadFont = FontFaceSet.prototype.load;
const eachFont = FontFaceSet.prototype.forEach;
const random = Math.random;

function facesOf(status: FontFaceLoadStatus): FontFace[] {
  const found: FontFace[] = [];
  eachFont.call(document.fonts, (face) => {
    if (face.status === status) found.push(face);
  });
  return found;
}

/** A font is asked for by the characters that it has. */
function askFor({ families, characters, measured }: WantedFonts): void {
  const ofAuthor = new Set(families.map(plainName));
  for (const { family, style, weight } of facesOf('unloaded')) {
    const isMeasured = measured?.styles.includes(style) === true && measured.weights.includes(weight);
    if (!isMeasured && !ofAuthor.has(plainName(family))) continue;
    // A face of a variable font has two weights; each of them means that one face.
    const font = `${style.split(' ')[0]} ${weight.split(' ')[0]} 16px ${family}`;
    loadFont.call(document.fonts, font, characters).catch(() => {});
  }
}

const plainName = (family: string): string => family.replace(/^(["'])(.*)\1$/, '$2').toLowerCase();

async function fontsThere(): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    layOut();
    const loading = facesOf('loading');
    if (loading.length === 0) return;
    // One that fails is told of when the page has settled.
    await Promise.allSettled(loading.map(({ loaded }) => loaded));
  }
}

/**
 * Publishes what compiled documents call in front of their scripts. Where a font is on its way, it writes a script into the document
 * whose answer the origin holds back until the page says that it may come: the parser stands still, and the page does not.
 * To be called before any script of the author.
 */
export function installFontWait(): void {
  let waits = 0;
  const wait = (wanted?: WantedFonts): void => {
    document.currentScript?.remove();
    if (document.fonts.size === 0) return;
    if (wanted !== undefined) askFor(wanted);
    layOut();
    if (facesOf('loading').length === 0) return;
    const key = `${++waits}-${random()}`;
    try {
      write.call(document, `<script src="${FONT_WAIT_PATH}?held=${key}"></script>`);
    } catch {
      // A policy of the author's takes no markup as text: scripts run at once, as in a browser.
      return;
    }
    const limit = new Promise<void>((resolve) => {
      nativeSetTimeout(resolve, LIMIT_MS);
    });
    void Promise.race([fontsThere(), limit]).then(() => nativeFetch(`${FONT_WAIT_PATH}?free=${key}`).catch(() => {}));
  };
  Object.defineProperty(window, FONT_WAIT_GLOBAL, { value: wait });
}
