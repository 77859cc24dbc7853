/** An error for people: title, detail, hint (cli 1). */
import { type FramefarmError, rowName } from '@framefarm/contract';
import { paint, type Style } from './style.js';
import { neutralised } from './terminal-text.js';

export interface ErrorTextOptions {
  readonly colour: boolean;
  /** Adds the stack and the cause. */
  readonly debug: boolean;
}

/**
 * The lines of one error, without a line feed at the end. A stack is shown only with `debug`: it helps those who
 * change framefarm, never those who use it.
 */
export function errorText(error: FramefarmError, options: ErrorTextOptions): string {
  const style = (name: Style, text: string): string => paint(name, text, options.colour);
  const stage = error.stage === undefined ? '' : ` during ${error.stage}`;
  const lines = [`${style('error', 'Error:')} ${style('strong', error.entry.title)}${stage} [${error.code}]`];
  const details = error.issues.length > 0 ? error.issues.map(issueText) : [error.message];
  for (const detail of details) lines.push(...indented(detail));
  if (error.hint !== '') lines.push(...indented(`Hint: ${error.hint}`));
  if (options.debug) {
    lines.push(...indented(error.stack ?? ''));
    if (error.cause instanceof Error) lines.push(...indented(`caused by ${error.cause.stack ?? error.cause.message}`));
  }
  return lines.join('\n');
}

function issueText(issue: FramefarmError['issues'][number]): string {
  return issue.row === undefined ? issue.message : `${rowName(issue.row)}: ${issue.message}`;
}

function indented(text: string): string[] {
  return neutralised(text)
    .split('\n')
    .map((line) => `  ${line}`);
}
