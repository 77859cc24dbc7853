/**
 * The row filters of PNG. These are the hot loops of reading and writing a picture (8 million bytes at 1080p), so each filter
 * has its own loop over plain numbers, and rows are restored where they lie.
 */

/**
 * Restores filtered rows in place. Each row is one filter byte followed by `stride` bytes; the filter bytes stay.
 * @throws Error when a row names a filter that PNG does not know.
 */
export function unfilterRows(rows: Uint8Array, stride: number, height: number, bytesPerPixel: number): void {
  for (let y = 0; y < height; y += 1) {
    const start = y * (stride + 1) + 1;
    const filter = rows[start - 1];
    // Above the first row lie zeros: "up" changes nothing there and "Paeth" is the same as "left".
    if (filter === 1 || (filter === 4 && y === 0)) left(rows, start, stride, bytesPerPixel);
    else if (filter === 2) {
      if (y > 0) up(rows, start, stride);
    } else if (filter === 3) average(rows, start, stride, bytesPerPixel, y === 0);
    else if (filter === 4) paeth(rows, start, stride, bytesPerPixel);
    else if (filter !== 0) throw new Error(`row ${y} has filter ${filter}; PNG has 0 to 4`);
  }
}

function left(rows: Uint8Array, start: number, stride: number, bytesPerPixel: number): void {
  for (let at = start + bytesPerPixel; at < start + stride; at += 1) {
    rows[at] = (rows[at] as number) + (rows[at - bytesPerPixel] as number);
  }
}

function up(rows: Uint8Array, start: number, stride: number): void {
  const above = stride + 1;
  for (let at = start; at < start + stride; at += 1) rows[at] = (rows[at] as number) + (rows[at - above] as number);
}

function average(rows: Uint8Array, start: number, stride: number, bytesPerPixel: number, first: boolean): void {
  const above = stride + 1;
  for (let x = 0; x < stride; x += 1) {
    const at = start + x;
    const before = x < bytesPerPixel ? 0 : (rows[at - bytesPerPixel] as number);
    const over = first ? 0 : (rows[at - above] as number);
    rows[at] = (rows[at] as number) + ((before + over) >> 1);
  }
}

/** Channel by channel, so that the neighbours to the left stay in registers instead of being read again. */
function paeth(rows: Uint8Array, start: number, stride: number, bytesPerPixel: number): void {
  const above = stride + 1;
  const end = start + stride;
  for (let channel = 0; channel < bytesPerPixel; channel += 1) {
    let before = 0;
    let corner = 0;
    for (let at = start + channel; at < end; at += bytesPerPixel) {
      const over = rows[at - above] as number;
      const vertical = over - corner;
      const horizontal = before - corner;
      const toBefore = vertical < 0 ? -vertical : vertical;
      const toOver = horizontal < 0 ? -horizontal : horizontal;
      const both = vertical + horizontal;
      const toCorner = both < 0 ? -both : both;
      let nearest = corner;
      if (toBefore <= toOver && toBefore <= toCorner) nearest = before;
      else if (toOver <= toCorner) nearest = over;
      before = ((rows[at] as number) + nearest) & 255;
      rows[at] = before;
      corner = over;
    }
  }
}

/** Seven bits of each of four bytes, and the eighth. */
const LOW = 0x7f7f7f7f;
const HIGH = 0x80808080;

/**
 * Writes rows of `width` pixels, four bytes each, with the filter "sub" before each row: areas of one colour become zeros, gradients become
 * few values, and it costs one subtraction for four bytes.
 */
export function filterSub(pixels: Uint8Array, rows: Uint8Array, width: number, height: number): void {
  const aligned = pixels.byteOffset % 4 === 0 ? pixels : new Uint8Array(pixels);
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, width * height);
  const row = new Uint32Array(width);
  const bytes = new Uint8Array(row.buffer);
  for (let y = 0, at = 0; y < height; y += 1) {
    let before = 0;
    for (let x = 0; x < width; x += 1, at += 1) {
      const own = words[at] as number;
      // Four differences at once, none of which borrows from its neighbour.
      row[x] = ((own | HIGH) - (before & LOW)) ^ ((own ^ ~before) & HIGH);
      before = own;
    }
    const start = y * (width * 4 + 1);
    rows[start] = 1;
    rows.set(bytes, start + 1);
  }
}
