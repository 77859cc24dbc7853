/** Version of this package. */
import { createRequire } from 'node:module';

const manifest = createRequire(import.meta.url)('../../package.json') as { readonly version: string };

/** As in package.json, such as `1.2.3`. */
export const version: string = manifest.version;
