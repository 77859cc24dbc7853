/** The worker that writes pictures into the ring; it is started from this text, because a page has one script file. */

export interface RingStart {
  /** Size of all slots; the marker follows them, where no picture overwrites it. */
  readonly bytes: number;
  readonly marker: string;
}

/** Answers `{ ready }` after the start, then `{ written: sequence }` for each picture; `{ failed }` ends it. */
export const RING_WORKER_SOURCE = `
let handle;
onmessage = async ({ data }) => {
  try {
    if (data.start) {
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
    const written = handle.write(new Uint8Array(data.pixels), { at: data.at });
    if (written !== data.pixels.byteLength) throw new Error('only ' + written + ' bytes of a picture fit on the disk');
    postMessage({ written: data.sequence });
    // Pictures of 8 MB each would pile up to hundreds of MB; this heap is nearly empty, so collecting costs nothing.
    globalThis.gc?.({ type: 'minor' });
  } catch (error) {
    postMessage({ failed: String(error) });
  }
};
`;
