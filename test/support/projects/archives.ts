/** Archives made byte by byte, so that they can say what no tool would write. */
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string | Uint8Array;
  readonly content?: string | Uint8Array;
  /** What follows from name and content unless a test lies about it. */
  readonly flags?: number;
  readonly method?: number;
  readonly mode?: number;
  readonly declaredSize?: number;
  readonly crc?: number;
  readonly localName?: string | Uint8Array;
  readonly localFlags?: number;
}

export function zipOf(...entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const content = Buffer.from(entry.content ?? '');
    const method = entry.method ?? 8;
    const packed = method === 8 ? deflateRawSync(content) : content;
    const name = Buffer.from(entry.name);
    const localName = Buffer.from(entry.localName ?? entry.name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(entry.flags ?? 0x800, 2);
    facts.writeUInt16LE(method, 4);
    facts.writeUInt32LE(entry.crc ?? crc32(content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(entry.declaredSize ?? content.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const local = Buffer.from(facts);
    local.writeUInt16LE(entry.localFlags ?? entry.flags ?? 0x800, 2);
    local.writeUInt16LE(localName.length, 22);
    const head = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), local, localName]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(((entry.mode ?? 0) << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03', 'latin1'), facts, tail, name]));
    parts.push(head, packed);
    offset += head.length + packed.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}

export interface TarEntry {
  readonly name: string | Uint8Array;
  readonly content?: string | Uint8Array;
  /** Type flag; a regular file unless given. */
  readonly type?: string;
  readonly link?: string;
  readonly declaredSize?: number;
}

const BLOCK = 512;

export function tarOf(...entries: readonly TarEntry[]): Buffer {
  const blocks = entries.flatMap((entry) => {
    const content = Buffer.from(entry.content ?? '');
    const header = Buffer.alloc(BLOCK);
    Buffer.from(entry.name).copy(header, 0, 0, 100);
    header.write('0000644\x000000000\x000000000\0', 100, 'latin1');
    header.write(`${(entry.declaredSize ?? content.length).toString(8).padStart(11, '0')}\0`, 124, 'latin1');
    header.write('00000000000\0        ', 136, 'latin1');
    header.write(entry.type ?? '0', 156, 'latin1');
    header.write(entry.link ?? '', 157, 'latin1');
    header.write('ustar\x0000', 257, 'latin1');
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
    return [header, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]);
}

/** A pax header that gives the next entry `values`. */
export function paxOf(values: Readonly<Record<string, string | Uint8Array>>): TarEntry {
  const records = Object.entries(values).map(([key, value]) => {
    const body = Buffer.concat([Buffer.from(` ${key}=`), Buffer.from(value), Buffer.from('\n')]);
    let length = body.length + 1;
    while (length !== body.length + String(length).length) length = body.length + String(length).length;
    return Buffer.concat([Buffer.from(String(length)), body]);
  });
  return { name: 'pax', type: 'x', content: Buffer.concat(records) };
}

export const tarGzOf = (...entries: readonly TarEntry[]): Buffer => gzipSync(tarOf(...entries));
