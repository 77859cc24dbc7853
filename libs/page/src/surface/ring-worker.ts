/** The worker that writes pictures into the ring; it is started from this text, because a page has one script file. */

export interface RingStart {
  /** Size of all slots; the marker follows them, where no picture overwrites it. */
  readonly bytes: number;
  readonly marker: string;
  /** Pictures are converted to planes of YUV 4:2:0 first. */
  readonly yuv: { readonly width: number; readonly height: number; readonly module: string } | null;
}

/** The module of `yuv.wat` in base64; put in by the bundler. */
declare const __YUV_MODULE__: string;
export const YUV_MODULE: string = __YUV_MODULE__;

/** Answers `{ ready }` after the start, then `{ written: sequence }` for each picture; `{ failed }` ends it. */
export const RING_WORKER_SOURCE = `
let handle;
let convert = (pixels) => new Uint8Array(pixels);
const startYuv = ({ width, height, module }) => {
  const bytes = Uint8Array.from(atob(module), (character) => character.charCodeAt(0));
  const { memory, convert: run } = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
  const rgba = width * height * 4;
  memory.grow(Math.ceil((rgba + (width * height * 3) / 2) / 65536));
  const from = new Uint8Array(memory.buffer, 0, rgba);
  const planes = new Uint8Array(memory.buffer, rgba, (width * height * 3) / 2);
  convert = (pixels) => {
    from.set(new Uint8Array(pixels));
    run(0, rgba, width, height);
    return planes;
  };
};
onmessage = async ({ data }) => {
  try {
    if (data.start) {
      if (data.start.yuv) startYuv(data.start.yuv);
      const root = await navigator.storage.getDirectory();
      const file = await root.getFileHandle('framefarm-ring', { create: true });
      handle = await file.createSyncAccessHandle();
      const marker = new TextEncoder().encode(data.start.marker);
      handle.truncate(data.start.bytes + marker.byteLength);
      handle.write(marker, { at: data.start.bytes });
      handle.flush();
      postMessage({ ready: true });
      return;
    }
    const picture = convert(data.pixels);
    const written = handle.write(picture, { at: data.at });
    if (written !== picture.byteLength) throw new Error('only ' + written + ' bytes of a picture fit on the disk');
    postMessage({ written: data.sequence });
    // Pictures of 8 MB each would pile up to hundreds of MB; this heap is nearly empty, so collecting costs nothing.
    globalThis.gc?.({ type: 'minor' });
  } catch (error) {
    postMessage({ failed: String(error) });
  }
};
`;
