export { absoluteDocument } from './assets/absolute-document.js';
export { type CompileRequest, compileComposition } from './compile.js';
export { LINT_CODES, type LintArea, type LintCode, type LintCodeEntry, type LintSeverity } from './lint/codes.js';
export { lintComposition } from './lint/lint.js';
export type { LintFinding, LintRequest, LintResult, MissingPackage } from './lint/model.js';
export { projectPathOf } from './source/paths.js';
export type { ProjectReader } from './source/project-reader.js';
export { type DeclarationsResult, parseDeclarations } from './variables/declarations.js';
export { forbiddenKeys, refuseForbiddenKeys, validateVariables } from './variables/validate.js';
