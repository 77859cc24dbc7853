export { type CompileRequest, compileComposition } from './compile.js';
export { projectPathOf } from './source/paths.js';
export type { ProjectReader } from './source/project-reader.js';
export { type DeclarationsResult, parseDeclarations } from './variables/declarations.js';
export { forbiddenKeys, refuseForbiddenKeys, validateVariables } from './variables/validate.js';
