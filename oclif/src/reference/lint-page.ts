/** The page of the lint codes. */
import { LINT_CODES, type LintCodeEntry } from '@framefarm/render';
import { code, page, table } from './markdown.js';

export function lintPage(): string {
  const entries: [string, LintCodeEntry][] = Object.entries(LINT_CODES);
  const areas = [...new Set(entries.map(([, entry]) => entry.area))];
  return page(
    'Lint codes',
    [
      '`framefarm lint` reports these, and `render` before its first frame. Errors fail `lint`, and a render with',
      '`--strict`; warnings fail both with `--strict-all`.',
    ],
    ...areas.flatMap((area) => [
      [`## ${area.charAt(0).toUpperCase()}${area.slice(1)}`],
      table(
        ['Code', 'Severity', 'What it says'],
        entries
          .filter(([, entry]) => entry.area === area)
          .map(([name, one]) => [code(name), one.severity, one.description]),
      ),
    ]),
  );
}
