/**
 * Node's HTTP server without what nobody here uses: an `import` of `node:http` reads every name that it exports, and one of
 * them loads a whole client (some 45 ms of CPU at each start).
 */
export const { createServer: createHttpServer } = process.getBuiltinModule('node:http');
