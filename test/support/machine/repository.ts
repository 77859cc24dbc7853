/** Where the source lies. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
