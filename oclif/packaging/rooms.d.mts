export const packageDir: string;
export function readManifest(directory: string): {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
};
export function carriedRooms(): {
  readonly directory: string;
  readonly room: string;
  readonly manifest: { readonly dependencies?: Readonly<Record<string, string>> };
}[];
