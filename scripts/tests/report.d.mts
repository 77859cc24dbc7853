/** The part of vitest's JSON report that is read. */
export interface Report {
  readonly testResults: readonly TestFile[];
}
export interface TestFile {
  /** Absolute path. */
  readonly name: string;
  readonly status: string;
  readonly message?: string;
  readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
}
export function filesForSecondTry(report: Report, root: string): string[];
export function withSecondTry(first: Report, second: Report): Report;
export function passedCount(report: Report): number;
export function failures(report: Report, root: string): string[];
