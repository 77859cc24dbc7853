interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
export function dependencyFaults(
  manifest: Manifest,
  rooms: readonly { readonly room: string; readonly manifest: Manifest }[],
): string[];
export function unansweredImports(manifest: Manifest, specifiers: readonly string[]): string[];
