/** Version of framefarm; part of every plan's environment. */
import { createRequire } from 'node:module';

const { version } = createRequire(import.meta.url)('../package.json') as { version: string };

export const FRAMEFARM_VERSION: string = version;
