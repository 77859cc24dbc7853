/** What a root states that a script made, and that therefore does not stand in the source (composition-format 1, 2). */
import { DEFAULT_HEIGHT, DEFAULT_WIDTH, leadingInteger } from '@framefarm/composition/root-size';
import { parseSeconds } from '@framefarm/composition/timing';
import type { PageConfig } from '@framefarm/contract';
import type { WarningLog } from '../report/warnings.js';

/**
 * The configuration with size and length of a root that a script made, read once the page has settled. Roots of the
 * source were read before any script ran, and stay as they were. The range of the size is judged by the driver.
 */
export function completeConfig(config: PageConfig, root: HTMLElement, log: WarningLog): PageConfig {
  if (config.rootId !== null) return config;
  const id = root.getAttribute('data-composition-id') ?? '';
  const width = leadingInteger(root.getAttribute('data-width'));
  const height = leadingInteger(root.getAttribute('data-height'));
  if (width === null || height === null) {
    const words = `root "${id}", made by a script, has no integer data-width or no integer data-height`;
    log.warn(
      'root_missing_dimensions',
      `${words}; ${width ?? DEFAULT_WIDTH}x${height ?? DEFAULT_HEIGHT} pixels are used`,
      {
        rootId: id,
      },
    );
  }
  const rate = root.getAttribute('data-fps');
  if (rate !== null) {
    log.warn(
      'unsupported_feature',
      `data-fps="${rate}" on root "${id}" is not used: a script made the root after the frame rate was set; give the rate as an option`,
      { feature: 'data-fps on a root made by a script' },
    );
  }
  const length = parseSeconds(
    root.getAttribute('data-duration') ?? root.getAttribute('data-composition-duration') ?? null,
  );
  return {
    ...config,
    width: width ?? DEFAULT_WIDTH,
    height: height ?? DEFAULT_HEIGHT,
    durationSeconds: length !== null && length > 0 ? length : null,
  };
}
