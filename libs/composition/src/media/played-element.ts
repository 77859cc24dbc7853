/** Which of its sources a `<video>` or `<audio>` plays: one rule for the document, its page and lint (composition-format 9). */
import { isPlayableType } from './playable-type.js';

/** How elements are read: those of a parsed text, or those of a page. */
export interface SourceReading<T> {
  /** Value of an attribute as it is written; null where there is none. */
  attribute(element: T, name: 'src' | 'type' | 'media'): string | null;
  /** Whether a media query holds where the composition is shown; null where that is not known. */
  holds(query: string): boolean | null;
}

/**
 * The element whose `src` is played: the player, which goes before its sources, or the first of these that the browser
 * would take by its `media` and `type`. What only has a type that no browser plays is taken last, as FFmpeg reads more.
 * @param sources `<source>` children of the player, in document order
 * @returns null where nothing is played, or where a query decides that is not known
 */
export function playedElement<T>(player: T, sources: readonly T[], reading: SourceReading<T>): T | null {
  if (reading.attribute(player, 'src') !== null) return player;
  let last: T | null = null;
  for (const source of sources) {
    if ((reading.attribute(source, 'src') ?? '').trim() === '') continue;
    const query = (reading.attribute(source, 'media') ?? '').trim();
    const isMeant = query === '' || reading.holds(query);
    if (isMeant === false) continue;
    if (isMeant === null) return null;
    if (isPlayableType(reading.attribute(source, 'type') ?? '')) return source;
    last ??= source;
  }
  return last;
}
