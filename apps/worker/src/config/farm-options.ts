/** The options of a render as this machine runs it: what a client may not decide on a farm is decided here. */
import {
  FramefarmError,
  type RawOptions,
  type RenderOptions,
  resolveRenderOptions,
  type WorkerSettings,
} from '@framefarm/contract';

/**
 * Programs, directories, sandbox and network are the operator's; the network of a composition is closed but for
 * `FRAMEFARM_NETWORK_ALLOW` (security 3), and time limits are kept by the coordinator.
 * @throws FramefarmError VALIDATION_FAILED
 */
export function farmOptions(raw: RawOptions, settings: WorkerSettings): RenderOptions {
  const resolved = resolveRenderOptions(raw, (name) => name);
  if (!resolved.ok) {
    const { issues } = resolved;
    throw new FramefarmError('VALIDATION_FAILED', issues.map(({ message }) => message).join('; '), { issues });
  }
  return {
    ...resolved.options,
    output: null,
    browserPath: settings.browserPath,
    ffmpegPath: settings.ffmpegPath,
    sandbox: settings.sandbox === 'on',
    timeoutMs: null,
    framesCacheDir: 'off',
    outsideLinks: false,
    packageDirs: settings.packageDirs,
    allowNetwork: settings.networkAllow,
    debug: false,
  };
}
