interface Manifest {
  readonly name?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, unknown>>;
}
export const BUNDLED: ReadonlyMap<string, string>;
export const READ_BY_US: ReadonlyMap<string, string>;
export function packageName(specifier: string): string;
export function packageOf(file: string): { readonly directory: string; readonly file: string } | null;
export function isBundled(specifier: string, importer: Manifest | null, manifest: Manifest): boolean;
export function doesWithout(specifier: string, importer: Manifest): boolean;
export function namesItsPlace(text: string): boolean;
