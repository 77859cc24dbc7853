/** The ring of raw pictures in a file of the browser's private file system. */

/** Parts that TypeScript gives to its worker library only. */
interface SyncFile {
  truncate(bytes: number): void;
  write(bytes: Uint8Array<ArrayBuffer>, options: { readonly at: number }): number;
  flush(): void;
}
type PrivateFile = FileSystemFileHandle & { createSyncAccessHandle(): Promise<SyncFile> };

export interface RingFileSetup {
  readonly slots: number;
  readonly pictureBytes: number;
  /** Follows the slots in the file, where no picture overwrites it. */
  readonly marker: string;
}

/** Writes a picture, numbered from 1, into its slot. */
export type WritePicture = (sequence: number, picture: Uint8Array<ArrayBuffer>) => void;

/** Opens the file, recognised from outside by the marker behind the pictures. In workers only. */
export async function openRingFile({ slots, pictureBytes, marker }: RingFileSetup): Promise<WritePicture> {
  const root = await navigator.storage.getDirectory();
  const handle = (await root.getFileHandle('framefarm-ring', { create: true })) as PrivateFile;
  const file = await handle.createSyncAccessHandle();
  const mark = new TextEncoder().encode(marker);
  const bytes = slots * pictureBytes;
  file.truncate(bytes + mark.byteLength);
  file.write(mark, { at: bytes });
  file.flush();
  return (sequence, picture) => {
    const written = file.write(picture, { at: ((sequence - 1) % slots) * pictureBytes });
    if (written !== picture.byteLength) throw new Error(`only ${written} bytes of a picture fit on the disk`);
  };
}
