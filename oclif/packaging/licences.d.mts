interface Licensed {
  readonly name: string;
  readonly version: string;
  readonly licence?: string | undefined;
  readonly author?: string | undefined;
  readonly texts: readonly string[];
}
export function packagesOf(files: readonly string[]): Licensed[];
export function licenceNotice(packages: readonly Licensed[]): string;
