/** `data-automation` and `data-fx-chain` of what is mixed: one that cannot be read ends the render (composition-format 9.3). */
import {
  type AutomationLane,
  FramefarmError,
  type FxNode,
  readAutomation,
  readChain,
  type SoundAttribute,
  UnreadableSound,
  unreadableSound,
} from '@framefarm/contract';

/** @throws FramefarmError `AUDIO_FX_INVALID` when the text is no automation of version 1. */
export const parseAutomation = (text: string | null, owner: string): AutomationLane[] =>
  read(readAutomation, text, 'data-automation', owner);

/** Nodes in signal order, bypassed ones too. @throws FramefarmError `AUDIO_FX_INVALID` */
export const parseChain = (text: string | null, owner: string): FxNode[] =>
  read(readChain, text, 'data-fx-chain', owner);

function read<T>(reader: (text: string | null) => T, text: string | null, attribute: SoundAttribute, owner: string): T {
  try {
    return reader(text);
  } catch (thrown) {
    if (!(thrown instanceof UnreadableSound)) throw thrown;
    throw new FramefarmError('AUDIO_FX_INVALID', unreadableSound(attribute, `"${owner}"`, thrown), {
      stage: 'process_audio',
      hint: `Correct ${attribute}.`,
    });
  }
}
