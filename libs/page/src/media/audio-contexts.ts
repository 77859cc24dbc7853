/** Web Audio in a page that nobody hears: its clock is that of the frames, and what listens to it is told of (composition-format 7.1). */
import { replaceMethod } from '../natives/wrap-natives.js';
import type { WarningLog } from '../report/warnings.js';

type Reader = (this: AnalyserNode, ...args: unknown[]) => unknown;

/** What each says of silence, and of how many of them it tells (Web Audio API, AnalyserNode). */
const READERS = {
  getByteFrequencyData: { silence: 0, length: 'frequencyBinCount' },
  getByteTimeDomainData: { silence: 128, length: 'fftSize' },
  getFloatFrequencyData: { silence: Number.NEGATIVE_INFINITY, length: 'frequencyBinCount' },
  getFloatTimeDomainData: { silence: 0, length: 'fftSize' },
} as const;
const fill = Object.getPrototypeOf(Uint8Array.prototype).fill as (value: number, start: number, end: number) => void;

/** `now`: seconds of the composition. Contexts that compute ahead keep their own clock, and hear what they are given. */
export function driveAudioContexts(now: () => number, log: WarningLog): void {
  const Context = window.AudioContext;
  const Offline = window.OfflineAudioContext;
  if (typeof Context !== 'function' || typeof Offline !== 'function') return;
  const begun = new WeakMap<BaseAudioContext, number>();
  window.AudioContext = new Proxy(Context, {
    construct(target, args, newTarget) {
      const made: AudioContext = Reflect.construct(target, args, newTarget);
      begun.set(made, now());
      return made;
    },
  });
  const own = Object.getOwnPropertyDescriptor(BaseAudioContext.prototype, 'currentTime')?.get;
  Object.defineProperty(BaseAudioContext.prototype, 'currentTime', {
    configurable: true,
    enumerable: true,
    get(this: BaseAudioContext) {
      // Whoever asks what is no context gets the browser's own error.
      if (this instanceof Offline || !(this instanceof Context)) return own?.call(this);
      return Math.max(0, now() - (begun.get(this) ?? 0));
    },
  });
  replaceMethod<AudioContext>(Context.prototype, 'getOutputTimestamp', (context) => ({
    contextTime: context.currentTime,
    performanceTime: now() * 1000,
  }));
  const prototype = AnalyserNode.prototype as unknown as Record<string, Reader>;
  for (const [name, { silence, length }] of Object.entries(READERS)) {
    const read = prototype[name] as Reader;
    prototype[name] = function hear(this: AnalyserNode, ...args) {
      read.apply(this, args);
      if (this.context instanceof Offline) return;
      log.warn(
        'unsupported_feature',
        `A script asks an AnalyserNode (${name}), which hears nothing, as no sound plays in the page: take levels from the samples of decodeAudioData at the currentTime of the sound`,
        { feature: 'AnalyserNode' },
      );
      // What an oscillator or a buffer plays goes by the machine's clock, and is another in each render.
      Reflect.apply(fill, args[0], [silence, 0, this[length]]);
    };
  }
}
