/** Effect types and the parameters of each that a lane may drive (reference: composition-format 9.3, marked `*`). */
export const AUDIO_EFFECTS: Readonly<Record<string, readonly string[]>> = {
  gain: ['gain'],
  highpass: ['frequency', 'q'],
  lowpass: ['frequency', 'q'],
  peaking: ['frequency', 'gain', 'q'],
  lowshelf: ['frequency', 'gain', 'q'],
  highshelf: ['frequency', 'gain', 'q'],
  compressor: [],
  limiter: [],
  gate: [],
  saturate: ['output'],
  bitcrush: [],
  pitchshift: [],
  delay: ['time', 'feedback', 'mix'],
  reverb: ['wet', 'dry'],
  chorus: ['delay', 'depth', 'speed', 'mix'],
  phaser: ['in_gain', 'out_gain', 'speed'],
};
