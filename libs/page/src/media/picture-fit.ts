/** Where `object-fit` and `object-position` put a picture in its box (CSS Images 3, 5.5). Pure. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Fit {
  /** Of the picture's top left corner from that of the box, CSS pixels. */
  readonly left: number;
  readonly top: number;
  /** CSS pixels for each pixel of the picture. */
  readonly scaleX: number;
  readonly scaleY: number;
}

/** `fit` and `position` as computed styles give them. */
export function fitPicture(box: Size, picture: Size, fit: string, position: string): Fit {
  const [scaleX, scaleY] = scales(box, picture, fit);
  const [x = '50%', y = '50%'] = position.match(/calc\([^)]*\)|[^\s]+/g) ?? [];
  return {
    left: offset(x, box.width - picture.width * scaleX),
    top: offset(y, box.height - picture.height * scaleY),
    scaleX,
    scaleY,
  };
}

function scales(box: Size, picture: Size, fit: string): [number, number] {
  const x = box.width / picture.width;
  const y = box.height / picture.height;
  if (fit === 'contain') return [Math.min(x, y), Math.min(x, y)];
  if (fit === 'cover') return [Math.max(x, y), Math.max(x, y)];
  if (fit === 'none') return [1, 1];
  if (fit === 'scale-down') return [Math.min(1, x, y), Math.min(1, x, y)];
  return [x, y];
}

/** A percentage counts from the room that is left, which is negative where the picture is larger than its box. */
function offset(value: string, room: number): number {
  let sum = 0;
  for (const [, sign, digits, unit] of value.matchAll(/([+-]?)\s*([\d.]+(?:e-?\d+)?)(px|%)/g)) {
    sum += (sign === '-' ? -1 : 1) * (unit === '%' ? (Number(digits) / 100) * room : Number(digits));
  }
  return sum;
}
