/** What lint, the compiler and the page found, in one list. */
import type { PageWarning } from '@framefarm/contract';
import type { Finding } from '../protocol.js';
import { box, make } from './elements.js';

const WORDS = { error: 'Error', warning: 'Warning', info: 'Note' } as const;
const ORDER = { error: 0, warning: 1, info: 2 } as const;
const SOURCES = { lint: 'lint', composition: 'composition', page: 'page', preview: 'preview' } as const;

/** Warnings of the page; what its scripts threw is an error to its author. */
export function pageFindings(warnings: readonly PageWarning[]): Finding[] {
  return warnings.map(({ code, message }) => ({
    source: 'page',
    severity: code === 'script_error' || code === 'sub_timeline_script_failure' ? 'error' : 'warning',
    code,
    message,
  }));
}

export function createFindingsView(): (findings: readonly Finding[]) => void {
  const list = box('findings');
  let shown = '';
  return (findings) => {
    const unique = [...new Map(findings.map((finding) => [`${finding.code}\0${finding.message}`, finding])).values()];
    unique.sort((one, other) => ORDER[one.severity] - ORDER[other.severity]);
    const text = JSON.stringify(unique);
    if (text === shown) return;
    shown = text;
    list.replaceChildren(...unique.map(item));
    list.hidden = unique.length === 0;
    box('findings-none').hidden = unique.length > 0;
    box('findings-count').textContent = unique.length === 0 ? '' : String(unique.length);
  };
}

function item({ severity, source, code, file, message, hint }: Finding): HTMLLIElement {
  const what = make('p', 'what', [
    make('span', 'severity', WORDS[severity]),
    make('span', '', SOURCES[source]),
    make('code', '', code),
    ...(file === undefined ? [] : [make('span', '', file)]),
  ]);
  return make('li', severity, [
    what,
    make('p', '', message),
    ...(hint === undefined || hint === '' ? [] : [make('p', 'hint', hint)]),
  ]);
}
