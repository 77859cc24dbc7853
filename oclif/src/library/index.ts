/** framefarm as a library: `import { render } from 'framefarm'` (docs/library.md). Nothing heavy loads before it is used. */
export {
  type CapturedEvent,
  type ErrorCode,
  type Fps,
  FramefarmError,
  type InputIssue,
  type LanesEvent,
  type LogEvent,
  type MediaInfo,
  type Notice,
  type NoticeEvent,
  type OutputFormat,
  type ProgressEvent,
  type Quality,
  type RenderEvent,
  type RenderPlan,
  type StartEvent,
  type Warning,
  type WarningEvent,
} from '@framefarm/contract';
export type { LintFinding, LintResult, RenderOutput, RenderResult, RenderTimings } from '@framefarm/render';
export { lint } from './lint.js';
export type { CompositionOptions, JsonValue, LintOptions, RenderOptions, RenderProgress } from './options.js';
export { render } from './render.js';
export { version } from './version.js';
