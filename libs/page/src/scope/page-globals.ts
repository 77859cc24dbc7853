/** Globals that pages may use (reference: composition-format 7.3). */
import { formatFps, fpsValue } from '@framefarm/contract';
import type { CompositionTree } from '../document/composition-tree.js';
import type { Page } from '../page.js';
import { separateFirstRenders } from '../sources/gsap/first-renders.js';
import { giveEases } from '../sources/gsap/gsap-eases.js';
import { watchGsap } from '../sources/gsap/watch-gsap.js';
import { createAnimeRegister } from '../sources/libraries/anime-register.js';
import { tellableSeek } from '../sources/libraries/scene-composites.js';
import type { TimelineRegistry } from '../sources/timelines/timeline-registry.js';
import { assetUrlOf } from './asset-url.js';
import { installScopes } from './instance-scope.js';
import { createRuntimeData } from './runtime-data.js';
import { fitTextFontSize, pretext } from './text-fitting.js';
import type { Variables } from './variables.js';

export interface GlobalParts {
  readonly registry: TimelineRegistry;
  readonly variables: Variables;
  tree(): CompositionTree | null;
  seek(seconds: number): void;
  rebind(): void;
  shownFrame(): number;
}

export function installPageGlobals(page: Page, parts: GlobalParts): void {
  const { config } = page;
  const globals = window as unknown as Record<string, unknown>;
  const define = (name: string, value: unknown) => {
    if (globals[name] === undefined) globals[name] = value;
  };
  define('__timelines', parts.registry.global);
  define('__hyperframes', {
    getVariables: () => parts.variables.of(),
    assetUrl: assetUrlOf(config.instances.find((instance) => instance.parentId === null)?.file ?? ''),
    fitTextFontSize,
    pretext,
    ...createRuntimeData(),
  });
  define('__hfForceTimelineRebind', parts.rebind);
  watchGsap((gsap) => {
    giveEases(gsap);
    separateFirstRenders(gsap, page.clock);
  });
  define('hyperframesAnime', createAnimeRegister());
  installScopes(page, parts.variables);
  const root = config.instances.find((instance) => instance.parentId === null);
  define('__hfVariables', Object.fromEntries((root?.overridden ?? []).map((id) => [id, root?.variables[id]])));
  define(
    '__hfVariablesByComp',
    Object.fromEntries(config.instances.map((instance) => [instance.runtimeId, { ...instance.variables }])),
  );
  if (config.mode === 'render') {
    define('__HF_RENDER_CAPTURE_MODE', true);
    define('__HF_EXPORT_RENDER_SEEK_CONFIG', {
      mode: 'frame',
      fps: fpsValue(config.fps),
      fpsRational: formatFps(config.fps),
    });
  }
  const time = () => page.clock.now() / 1000;
  define('__player', {
    renderSeek: parts.seek,
    seek: parts.seek,
    play: () => undefined,
    pause: () => undefined,
    isPlaying: () => false,
    getTime: time,
    getDuration: () => duration(page, parts),
  });
  if (globals.__hf === undefined) globals.__hf = {};
  const hf = globals.__hf as Record<string, unknown>;
  Object.defineProperty(hf, 'duration', { configurable: true, enumerable: true, get: () => duration(page, parts) });
  hf.seek ??= tellableSeek(parts.seek);
  // By these `@hyperframes/shader-transitions` composes each frame by itself instead of taking pictures of all scenes before.
  define('__HF_VIRTUAL_TIME__', {});
  define('__HF_PAGE_SIDE_COMPOSITING__', true);
  define('__playerReady', false);
  define('__renderReady', false);
  define('__hfWaitForSeekCompletion', () => Promise.resolve());
  define('__hfReseekGpu', (seconds: number) => {
    window.dispatchEvent(new CustomEvent('hf-seek', { detail: { time: seconds, waitUntil: () => undefined } }));
  });
  define('__hfFlushSync', (callback?: () => void) => callback?.());
}

/** 0 before readiness; then the declared length, or the furthest child end. */
function duration(page: Page, parts: GlobalParts): number {
  if ((window as unknown as { __playerReady?: boolean }).__playerReady !== true) return 0;
  if (page.config.durationSeconds !== null) return page.config.durationSeconds;
  const tree = parts.tree();
  if (tree === null) return 0;
  return Math.max(0, ...[...tree.timing.windows.values()].map((window) => window.end ?? 0));
}
