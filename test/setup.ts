import { afterAll } from 'vitest';
import { endFile } from './support/machine/file-end.js';
import './support/containers/sandbox.js';

afterAll(endFile);

/** npm scripts silently fall back to an older system Node when the bundled one was not installed; say so at once. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 17)) {
  throw new Error(
    `framefarm needs Node.js 22.17 or newer, this is ${process.versions.node}. Run "npm ci" (with install scripts) and use "npm run …".`,
  );
}
