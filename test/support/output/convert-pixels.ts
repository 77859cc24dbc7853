/** The conversion of a surface's pixels to planes (`yuv.wat` and `yuva.wat` of the page), as its worker asks for it. */

/** Converts some rows; where their samples go in each plane, alpha last, which what is opaque has none of. */
export type Convert = (
  from: number,
  width: number,
  rows: number,
  blueFirst: number,
  ...planes: readonly [y: number, u: number, v: number, a: number]
) => void;

/** Converts a picture at 0 to planes that follow each other at `to`, in two steps where it has the rows for that. */
export function convertPicture(run: Convert, width: number, height: number, to: number, blueFirst: number): void {
  const area = width * height;
  const step = (row: number, rows: number): void => {
    const at = row * width;
    const planes = [to + at, to + area + at / 4, to + area * 1.25 + at / 4, to + area * 1.5 + at] as const;
    run(at * 4, width, rows, blueFirst, ...planes);
  };
  step(0, 2);
  // What the first one wrote is left alone by the second.
  if (height > 2) step(2, height - 2);
}
