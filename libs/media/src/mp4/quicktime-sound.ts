/** Sound of an mp4 described as QuickTime files do it (QuickTime File Format, Sound Sample Description). */
import { type Box, boxAt, boxBytes, readBoxes } from './boxes.js';
import { numbers } from './tables.js';
import { leaf } from './track-box.js';

/** Samples of AAC in one packet. */
const PACKET_SAMPLES = 1024;
/** Fields of a sound's sample entry in an mp4 (ISO/IEC 14496-12, 12.2.3). */
const ENTRY_BYTES = 28;

/** `kAudioChannelLayoutTag_Stereo` of Core Audio. */
const STEREO = 0x65_0002;

const latin = (text: string): Uint8Array => Buffer.from(text, 'latin1');

/** @throws {RangeError} when the track holds no AAC of an mp4. */
export function quicktimeSound(trak: Box): Box {
  const changed = (box: Box): Box => {
    if (box.type === 'hdlr') return leaf('hdlr', handler('mhlr', 'soun', 'SoundHandler'));
    if (box.type === 'mp4a') return leaf('mp4a', soundEntry(box.data));
    if (box.children === null) return box;
    const children = box.children.map(changed);
    if (box.type !== 'minf') return { ...box, children };
    const dataHandler = leaf('hdlr', handler('dhlr', 'url ', 'DataHandler'));
    return { ...box, children: children.flatMap((child) => (child.type === 'dinf' ? [dataHandler, child] : [child])) };
  };
  return changed(trak);
}

/** A handler whose name is told with its length. */
function handler(component: string, kind: string, name: string): Uint8Array {
  const words = [latin(`\0\0\0\0${component}${kind}`), new Uint8Array(12)];
  return Buffer.concat([...words, Uint8Array.of(name.length), latin(name)]);
}

/** Version 1 of the description, for packets of a variable size, with the decoder's part in a box of its own. */
function soundEntry(data: Uint8Array): Uint8Array {
  const entry = Buffer.from(data.subarray(0, ENTRY_BYTES));
  if (entry.readUInt16BE(16) !== 2) throw new RangeError('the sound is not stereo');
  entry.writeUInt16BE(1, 8);
  // Packets of a variable size.
  entry.writeInt16BE(-2, 20);
  const inside = [
    leaf('frma', latin('mp4a')),
    // A QuickTime reader finds its decoder by this name.
    leaf('mp4a', new Uint8Array(4)),
    boxAt(readBoxes(data.subarray(ENTRY_BYTES)), ['esds']),
    leaf('\0\0\0\0', new Uint8Array(0)),
  ];
  const wave = boxBytes({ type: 'wave', data: new Uint8Array(0), children: inside });
  const channels = boxBytes(leaf('chan', numbers([0, STEREO, 0, 0])));
  return Buffer.concat([entry, numbers([PACKET_SAMPLES, 0, 0, 2]), wave, channels]);
}
