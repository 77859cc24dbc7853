/** The boxes of an mp4 file as a tree (ISO/IEC 14496-12, 4.2), to change a few and write all again. */

export interface Box {
  readonly type: string;
  /** What stands before the children: empty but in boxes that hold fields and children. */
  readonly data: Uint8Array;
  readonly children: readonly Box[] | null;
}

/** Boxes whose children are looked at, with the bytes that stand before these. */
const CONTAINERS: Readonly<Record<string, number>> = {
  moov: 0,
  trak: 0,
  edts: 0,
  mdia: 0,
  minf: 0,
  stbl: 0,
  stsd: 8,
  // Fields of a picture's sample entry (12.1.3).
  avc1: 78,
};

const text = (bytes: Uint8Array): string => String.fromCharCode(...bytes);
export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Bytes of the longest head of a box. */
export const BOX_HEAD_BYTES = 16;

export interface BoxHead {
  readonly type: string;
  /** Bytes of the head. */
  readonly head: number;
  /** Bytes of the whole box. */
  readonly size: number;
}

/**
 * The head that `bytes` begin with; `left`: bytes from there to the end of what the box lies in.
 * @throws {RangeError} when the box is not whole.
 */
export function boxHead(bytes: Uint8Array, left: number): BoxHead {
  if (bytes.length < 8) throw new RangeError('a box has no head');
  const view = viewOf(bytes);
  const type = text(bytes.subarray(4, 8));
  const short = view.getUint32(0);
  const head = short === 1 ? BOX_HEAD_BYTES : 8;
  if (bytes.length < head) throw new RangeError(`box ${type} has no whole head`);
  const size = short === 1 ? Number(view.getBigUint64(8)) : short === 0 ? left : short;
  if (size < head || size > left) throw new RangeError(`box ${type} is not whole`);
  return { type, head, size };
}

/** @throws {RangeError} when the bytes are not whole boxes. */
export function readBoxes(bytes: Uint8Array): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at < bytes.length; ) {
    const { type, head, size } = boxHead(bytes.subarray(at), bytes.length - at);
    const content = bytes.subarray(at + head, at + size);
    const before = CONTAINERS[type];
    boxes.push(
      before === undefined
        ? { type, data: content, children: null }
        : { type, data: content.subarray(0, before), children: readBoxes(content.subarray(before)) },
    );
    at += size;
  }
  return boxes;
}

export function boxBytes({ type, data, children }: Box): Uint8Array<ArrayBuffer> {
  const inside = (children ?? []).map(boxBytes);
  const size = inside.reduce((sum, { length }) => sum + length, 8 + data.length);
  const out = new Uint8Array(size);
  viewOf(out).setUint32(0, size);
  for (let index = 0; index < 4; index += 1) out[4 + index] = type.charCodeAt(index);
  out.set(data, 8);
  let at = 8 + data.length;
  for (const one of inside) {
    out.set(one, at);
    at += one.length;
  }
  return out;
}

/** The box at a path such as `['trak', 'mdia']`, the first of each name. @throws {RangeError} when there is none. */
export function boxAt(boxes: readonly Box[], path: readonly string[]): Box {
  const [type, ...rest] = path;
  const found = boxes.find((box) => box.type === type);
  if (found === undefined) throw new RangeError(`there is no box ${type}`);
  return rest.length === 0 ? found : boxAt(found.children ?? [], rest);
}

/** The same tree with the content of some boxes replaced, by type. */
export function withBoxes(boxes: readonly Box[], replaced: Readonly<Record<string, Uint8Array>>): Box[] {
  return boxes.map((box) =>
    box.children !== null
      ? { ...box, children: withBoxes(box.children, replaced) }
      : { ...box, data: replaced[box.type] ?? box.data },
  );
}
