/** Directories that hold outputs, installs and caches: never sources of a project, at any depth (composition-format 1). */
export const LEFT_OUT_DIRECTORIES: ReadonlySet<string> = new Set([
  ...['node_modules', '.git', '.cache', 'output', 'failures', 'renders', 'dist', '.next', '.turbo'],
]);
