/** What a page is told about itself before its first script. */
import type { CompiledComposition, Fps, MediaInfo, PageConfig } from '@framefarm/contract';

/** The configuration but for the fonts, which the site adds. `transparent`: no ground behind the page. */
export function pageConfig(
  mode: PageConfig['mode'],
  compiled: CompiledComposition,
  fps: Fps,
  media: Readonly<Record<string, MediaInfo>>,
  transparent: boolean,
): Omit<PageConfig, 'providedFonts'> {
  return {
    mode,
    fps,
    rootId: compiled.rootId,
    width: compiled.width,
    height: compiled.height,
    durationSeconds: compiled.durationSeconds,
    transparent,
    instances: compiled.instances,
    media,
  };
}
