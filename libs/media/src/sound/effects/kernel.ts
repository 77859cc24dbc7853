/** Windowed-sinc low-pass kernels. */

/** Side lobes about 80 dB down. */
const BETA = 8;

/**
 * The ideal low-pass at `cutoff` (cycles per sample, up to 0.5) at distance `x` samples from its centre, under a Kaiser
 * window that ends at ±`half` samples.
 */
export function lowpassKernel(x: number, cutoff: number, half: number): number {
  if (Math.abs(x) >= half) return 0;
  const angle = 2 * Math.PI * cutoff * x;
  const sinc = angle === 0 ? 1 : Math.sin(angle) / angle;
  return 2 * cutoff * sinc * (bessel(BETA * Math.sqrt(1 - (x / half) ** 2)) / bessel(BETA));
}

/** Modified Bessel function of order zero, by its series. */
function bessel(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * 1e-12; k += 1) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}
