/** Lengths as FFmpeg writes them into the tags of Matroska: `00:00:02.000000000`. */

/** Null for a text that is none. */
export function clockSeconds(text: string): number | null {
  const [, hours, minutes, seconds] = /^(\d+):(\d+):([\d.]+)$/.exec(text) ?? [];
  return hours === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

export function clockText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(hours)}:${two(minutes)}:${(seconds % 60).toFixed(9).padStart(12, '0')}`;
}
