/**
 * What captures a tab or a device. Our browsers let every page do so, without a question and with devices that are none; only the tap
 * does, and to authors' scripts all of it is refused as in a browser where nobody answers.
 */
import { NativePromise } from '../natives/natives.js';
import { replaceMethod } from '../natives/wrap-natives.js';

/** Not in TypeScript's library yet. */
interface TrackProcessor {
  readonly readable: ReadableStream<VideoFrame>;
}
type TrackProcessors = new (options: {
  readonly track: MediaStreamTrack;
  readonly maxBufferSize: number;
}) => TrackProcessor;

/** Absent where the page's address is not trusted. */
const devices: MediaDevices | undefined = navigator.mediaDevices;
export const nativeDisplayMedia = devices?.getDisplayMedia.bind(devices);
export const NativeTrackProcessor = (window as unknown as { MediaStreamTrackProcessor?: TrackProcessors })
  .MediaStreamTrackProcessor;
const NativeException = DOMException;

/** Before the scripts of a page, and of each document inside it. */
export function refuseCapture(): void {
  if (devices === undefined) return;
  for (const name of ['getUserMedia', 'getDisplayMedia']) {
    replaceMethod(MediaDevices.prototype, name, () =>
      NativePromise.reject(new NativeException('Permission denied', 'NotAllowedError')),
    );
  }
  replaceMethod(MediaDevices.prototype, 'enumerateDevices', () => NativePromise.resolve([]));
  for (const name of ['getUserMedia', 'webkitGetUserMedia']) {
    replaceMethod(Navigator.prototype, name, (_self, _native, [, , failed]) => {
      if (typeof failed === 'function') failed(new NativeException('Permission denied', 'NotAllowedError'));
    });
  }
}
