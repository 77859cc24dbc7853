/** What a program calls a function of the library with, apart from the values of its options: nothing holds JavaScript to types. */
import { FramefarmError, type InputIssue } from '@framefarm/contract';

type Check = readonly [isRight: (value: unknown) => boolean, rule: string];

const FUNCTION: Check = [(value) => typeof value === 'function', 'must be a function'];

/** Options that are no option of a render; undefined and null are absent. */
const CHECKS: Readonly<Record<string, Check>> = {
  cwd: [(value) => typeof value === 'string' && value !== '' && !value.includes('\0'), 'must be a non-empty text'],
  config: [(value) => value === false || typeof value === 'string', 'must be the path of a file, or false'],
  signal: [isSignal, 'must be an AbortSignal'],
  onEvent: FUNCTION,
  onProgress: FUNCTION,
};

/** @throws FramefarmError VALIDATION_FAILED with one issue per fault. */
export function checkCall(directory: unknown, options: unknown): void {
  const issues: InputIssue[] = [];
  const fault = (field: string, rule: string): void => {
    issues.push({ field, code: 'invalid_value', message: `${field} ${rule}` });
  };
  if (typeof directory !== 'string') fault('directory', 'must be a text, the path of the project');
  if (typeof options !== 'object' || options === null || Array.isArray(options)) fault('options', 'must be an object');
  else {
    const given = options as Readonly<Record<string, unknown>>;
    for (const [name, [isRight, rule]] of Object.entries(CHECKS)) {
      const value = given[name] ?? null;
      if (value !== null && !isRight(value)) fault(name, rule);
    }
  }
  if (issues.length === 0) return;
  const message = issues.map((issue) => issue.message).join('\n');
  throw new FramefarmError('VALIDATION_FAILED', message, { issues, hint: 'Correct the arguments named above.' });
}

/** Those of other realms and of packages are as good as Node.js' own. */
function isSignal(value: unknown): boolean {
  const signal = value as Partial<AbortSignal>;
  return typeof signal.aborted === 'boolean' && typeof signal.addEventListener === 'function';
}
