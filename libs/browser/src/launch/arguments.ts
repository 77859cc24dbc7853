/** The complete argument list of every browser framefarm starts, as data. Nothing else adds to it (security 2.8). */
import type { BrowserKind } from '../discovery/browser-info.js';

export interface ArgumentOptions {
  readonly kind: BrowserKind;
  /** Profile directory. */
  readonly profile: string;
  readonly sandbox: boolean;
  /** Start with compositor frames under our control; headless shells only. */
  readonly beginFrame: boolean;
  readonly webgl: boolean;
  /** Memory that its processes share lies in `/dev/shm`, else in temporary files. */
  readonly sharedMemory: boolean;
  /** CSS pixels. A headless shell has no window: each page is given its size. */
  readonly window: { readonly width: number; readonly height: number };
  /** Device pixels per CSS pixel, an integer. */
  readonly scale: number;
  /** Port of 127.0.0.1 on which the project origin listens: all the page can reach by itself. */
  readonly originPort: number;
  /** Port of 127.0.0.1 of the proxy that answers or refuses everything else. */
  readonly proxyPort: number;
}

const ALWAYS = [
  '--remote-debugging-pipe',
  '--no-first-run',
  '--no-default-browser-check',
  '--no-startup-window',
  '--mute-audio',
  '--hide-scrollbars',
  // Where a sheet outranks the page's own rules, or stands in a shadow tree, it would go by the browser's own clock.
  '--disable-smooth-scrolling',
  '--autoplay-policy=user-gesture-required',
  '--block-new-web-contents',
  '--password-store=basic',
  '--use-mock-keychain',
  // A tile is drawn as a whole: what is drawn of a part of one differs by a level from what is drawn of all of it.
  '--disable-partial-raster',
  // Pictures must not depend on the machine.
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  '--lang=en-US',
  // A page that is never on a screen must run as if it were.
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-hang-monitor',
  '--disable-prompt-on-repost',
  // The browser calls nobody by itself.
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--disable-client-side-phishing-detection',
  '--disable-component-extensions-with-background-pages',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-search-engine-choice-screen',
  '--disable-sync',
  '--metrics-recording-only',
  '--no-pings',
  // As UNUSED_STORES.
  '--disable-gpu-shader-disk-cache',
] as const;

/** Would be set up in each new profile, for what no page of ours does. */
const UNUSED_STORES = [
  'Btm',
  'CompressionDictionaryTransport',
  'DIPS',
  'DeclarativePerformanceObserver',
  'HttpCacheNoVarySearch',
] as const;

const DISABLED_FEATURES = [
  ...UNUSED_STORES,
  'AcceptCHFrame',
  // A page with media elements would start a process for sound that nobody hears.
  'AudioServiceOutOfProcess',
  'AutofillServerCommunication',
  'BackForwardCache',
  'IntensiveWakeUpThrottling',
  'MediaRouter',
  'OptimizationHints',
  // A frame in which something is scrolled and nothing else happens would have the picture of the one before.
  'RasterInducingScroll',
  'SpareRendererForSitePerProcess',
  'Translate',
] as const;

/** Each frame is asked for, drawn whole, and waits for every compositor stage (performance 3.2). */
const BEGIN_FRAME = [
  '--enable-begin-frame-control',
  '--run-all-compositor-stages-before-draw',
  '--disable-new-content-rendering-timeout',
  '--disable-threaded-animation',
  '--disable-threaded-scrolling',
  '--disable-checker-imaging',
  '--deterministic-mode',
] as const;

/**
 * A page may capture its own tab, without a question (docs/decisions/tapped-pictures.md). Devices are none of the machine's; that they
 * are there is not told to pages (`capture-natives.ts` of the page).
 */
const TAP = [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream=display-media-type=browser',
] as const;

const ENABLED_FEATURES = [
  // In the browser's own process the network takes 16 MiB less; on Linux it has no sandbox of its own elsewhere either.
  'NetworkServiceInProcess2',
  // `drawElementImage`: for our surface, and by every path for pages that draw elements onto canvases of theirs.
  'CanvasDrawElement',
] as const;

/** Software WebGL; plain content must not go through it (performance 2.5). */
const SWIFTSHADER = [
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-gpu-compositing',
] as const;

/**
 * Walls around the page: the browser resolves no name, reaches one port of 127.0.0.1, hands the rest to our proxy,
 * and sends no datagram (security 3).
 */
function network({ originPort, proxyPort }: ArgumentOptions): string[] {
  return [
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    `--proxy-server=http://127.0.0.1:${proxyPort}`,
    `--proxy-bypass-list=<-loopback>;127.0.0.1:${originPort}`,
    // Chrome knows the first name, headless shells up to 153 at least only the second; each ignores the other.
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--disable-quic',
  ];
}

/** The argument list for one browser. Two lists differ only where their options do. */
export function browserArguments(options: ArgumentOptions): string[] {
  const { width, height } = options.window;
  return [
    ...ALWAYS,
    `--disable-features=${DISABLED_FEATURES.join(',')}`,
    `--enable-features=${ENABLED_FEATURES.join(',')}`,
    `--user-data-dir=${options.profile}`,
    `--force-device-scale-factor=${options.scale}`,
    ...(options.kind === 'chromium' ? ['--headless=new', `--window-size=${width},${height}`] : []),
    ...(options.sharedMemory ? [] : ['--disable-dev-shm-usage']),
    ...(options.beginFrame ? [...BEGIN_FRAME, ...TAP] : []),
    ...(options.webgl ? SWIFTSHADER : ['--disable-gpu']),
    ...network(options),
    ...(options.sandbox ? [] : ['--no-sandbox']),
  ];
}
