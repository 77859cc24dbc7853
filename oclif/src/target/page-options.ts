/** Options that say which page is shown and how it is had, for commands that show one without encoding a video. */
import { RENDER_OPTIONS } from '@framefarm/contract';

const { composition, variables, variablesFile, fps, resolution, videoFrameFormat, framesCacheDir } = RENDER_OPTIONS;
const { browserPath, ffmpegPath, sandbox, timeout, browserTimeout, playerReadyTimeout, outsideLinks } = RENDER_OPTIONS;
const { packageDir, packageMap, packageVersions, cdnjsPackage, offline, allowNetwork } = RENDER_OPTIONS;
const { strict, strictAll, bestEffort, strictVariables, debug } = RENDER_OPTIONS;

export const PAGE_OPTIONS = {
  ...{ composition, variables, variablesFile, fps, resolution, videoFrameFormat, framesCacheDir },
  ...{ browserPath, ffmpegPath, sandbox, timeout, browserTimeout, playerReadyTimeout, outsideLinks },
  ...{ packageDir, packageMap, packageVersions, cdnjsPackage, offline, allowNetwork },
  ...{ strict, strictAll, bestEffort, strictVariables, debug },
};
