/** The pipeline: from a composition and options to a verified output. */
export { LINT_CODES, type LintCodeEntry, type LintFinding, type LintResult } from '@framefarm/composition';
export type * from './api.js';
export type * from './api-stills.js';
export type * from './live/live-api.js';
export { openLive } from './live/open-live.js';
export { copyOutput } from './output/copy-output.js';
export { measureOutput } from './output/publish.js';
export { chunkCount } from './plan/chunks.js';
export { autoLanes, decideLanes } from './plan/lanes.js';
export { usableCores, usableMemory } from './plan/machine.js';
export { renderComposition } from './render-composition.js';
export { openRenderSession } from './render-session.js';
export { checkRenderable, rootDeclarations } from './run/check-project.js';
export { lintProject, type ProjectLintRequest } from './run/lint-project.js';
export { framesCacheDirectory } from './run/prepare-media.js';
export type { SiteExtras } from './site/site.js';
export { snapshotComposition } from './snapshot-composition.js';
export { FRAMEFARM_VERSION } from './version.js';
