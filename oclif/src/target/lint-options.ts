/** The options of a render that also decide what a lint finds. */
import type { OptionName } from '@framefarm/contract';

export const LINT_OPTIONS = [
  'composition',
  'format',
  'packageMap',
  'packageDir',
  'packageVersions',
  'cdnjsPackage',
  'outsideLinks',
] as const satisfies readonly OptionName[];
