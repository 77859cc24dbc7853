/** FFmpeg's name for the transfer characteristics that outputs have (Rec. ITU-T H.273); null for any other. */
export const transferName = (number: number | null): string | null => (number === 1 ? 'bt709' : null);
