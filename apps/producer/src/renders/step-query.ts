/** Query fields of the log of a render: what can be no step is refused, as in lists (http-api 3). Pure. */
import { type InputIssue, shown } from '@framefarm/contract';
import { STEP_ID } from '@framefarm/farm';
import type { Query } from '../http/lists/list-query.js';
import { invalid } from '../options/raw-options.js';

/**
 * Undefined: all steps. One that may be a step and has written nothing yet is taken.
 * @throws FramefarmError VALIDATION_FAILED
 */
export function readStepQuery(query: Query): string | undefined {
  const { step } = query;
  const issues: InputIssue[] = Object.keys(query)
    .filter((field) => field !== 'step')
    .map((field) => ({ field, code: 'unknown_field', message: `${field} is not a field here; known is step` }));
  if (step !== undefined && !(typeof step === 'string' && STEP_ID.test(step))) {
    const message = `step ${shown(step)}: must be the id of one step, such as prepare, extract-0, sound, capture-0-0 or assemble`;
    issues.push({ field: 'step', code: 'invalid_value', message });
  }
  if (issues.length > 0) throw invalid(issues);
  return step as string | undefined;
}
