/** `lint` for people and for programs. */
import { counted } from '@framefarm/contract';
import type { LintFinding, LintResult } from '@framefarm/render';
import { paint, type Style } from '../text/style.js';
import { neutralisedLine } from '../text/terminal-text.js';

const STYLES: Readonly<Record<LintFinding['severity'], Style>> = { error: 'error', warning: 'warning', info: 'dim' };

/** Lines of one finding: severity, code and file, then the message, the place in the source and what to do. */
export function findingLines(finding: LintFinding, colour: boolean): string[] {
  const { severity, code, file, message, snippet, fixHint } = finding;
  const lines = [
    `${paint(STYLES[severity], severity, colour)} ${paint('strong', code, colour)}${file === undefined ? '' : ` ${neutralisedLine(file)}`}`,
    `  ${neutralisedLine(message)}`,
  ];
  if (snippet !== undefined) lines.push(paint('dim', `  | ${neutralisedLine(snippet)}`, colour));
  if (fixHint !== undefined) lines.push(`  Hint: ${neutralisedLine(fixHint)}`);
  return lines;
}

/** The last line. */
export function lintSummaryLine({ errorCount, warningCount, infoCount }: LintResult): string {
  if (errorCount + warningCount + infoCount === 0) return 'No findings.';
  const notes = infoCount === 0 ? '' : `, ${counted(infoCount, 'note')}`;
  return `${counted(errorCount, 'error')}, ${counted(warningCount, 'warning')}${notes}.`;
}

/** The one document of `--json`. */
export function lintDocument(result: LintResult, version: string): Readonly<Record<string, unknown>> {
  return { ...result, _meta: { version } };
}
