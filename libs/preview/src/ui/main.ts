/** The page of the preview: follows the state of its server and shows the composition. */
import { formatFps, type PageWarning } from '@framefarm/contract';
import { type Failure, type Finding, PATHS, type PreviewState, type SoundAnswer } from '../protocol.js';
import { box, make } from './elements.js';
import { createFindingsView, pageFindings } from './findings-view.js';
import { type LoadedComposition, loadComposition } from './load-composition.js';
import { Player } from './player.js';
import { createRenderPanel } from './render-panel.js';
import { followState, post, RequestFailure } from './server-link.js';
import { installShortcuts } from './shortcuts.js';
import { Sound } from './sound.js';
import { clockText, createTransport } from './transport-view.js';
import { createVariablesForm } from './variables-form.js';
import { createViewport } from './viewport.js';

let state: PreviewState | null = null;
let shown: LoadedComposition | null = null;
let loading = 0;
let pageFailure: Failure | null = null;
let found: Finding[] = [];
let soundTrouble = '';

const viewport = createViewport();
const showFindings = createFindingsView();
const sound = new Sound(soundElement(), () => showSoundNote());
const player = new Player(sound, {
  changed: () => transport.show(),
  shown: (frame) => {
    viewport.canvas.dataset.frame = String(frame);
  },
  failed: (message) => add([{ source: 'page', severity: 'error', code: 'frame_failed', message }]),
  look: () => void look(),
});
const transport = createTransport(player, sound);
const renderPanel = createRenderPanel(
  () => player.frame,
  ({ failure }) =>
    add([{ source: 'preview', severity: 'error', code: failure.code, message: failure.message, hint: failure.hint }]),
);
const form = createVariablesForm((values) => {
  post(PATHS.variables, { values }).catch(report);
});

/** The player of the mix: it has no picture and no controls of its own. */
function soundElement(): HTMLAudioElement {
  const audio = make('audio');
  audio.id = 'sound';
  audio.preload = 'auto';
  document.body.append(audio);
  return audio;
}

function showSoundNote(): void {
  transport.showNote(soundTrouble === '' ? sound.note : soundTrouble);
}

function add(findings: readonly Finding[]): void {
  found = [...found, ...findings].slice(-200);
  showFindings([...found, ...(state?.findings ?? [])]);
}

function report(error: unknown): void {
  const failure = asFailure(error, 'The request failed');
  add([{ source: 'preview', severity: 'error', code: failure.code, message: failure.message, hint: failure.hint }]);
}

function asFailure(error: unknown, title: string): Failure {
  if (error instanceof RequestFailure) return error.failure;
  return { code: 'PAGE_FAILED', title, message: error instanceof Error ? error.message : String(error), hint: '' };
}

async function look(): Promise<void> {
  const looked = shown;
  if (looked === null) return;
  const warnings = await looked.frame.call('warnings', null).catch((): PageWarning[] => []);
  if (looked === shown && warnings.length > 0) add(pageFindings(warnings));
}

function showFacts(): void {
  if (state === null) return;
  document.title = `${state.name} · framefarm preview`;
  box('name').textContent = state.name;
  const width = shown?.width ?? state.width;
  const height = shown?.height ?? state.height;
  const facts = [
    ...(state.entry === 'index.html' ? [] : [state.entry]),
    ...(width === null ? [] : [`${width} × ${height}`]),
    `${formatFps(state.fps)} fps`,
    ...(player.frames === 0 ? [] : [clockText(player.durationSeconds)]),
  ];
  box('facts').replaceChildren(...facts.map((fact) => make('span', '', fact)));
}

async function load(next: PreviewState): Promise<void> {
  loading = next.revision;
  const isOver = (): boolean => loading !== next.revision;
  const warnings: PageWarning[] = [];
  try {
    const loaded = await loadComposition(viewport.canvas, next, {
      step: viewport.showLoading,
      warnings: (found) => warnings.push(...found),
      isOver,
    });
    // A newer revision may be shown already.
    if (loaded === null || isOver()) {
      loaded?.frame.remove();
      return;
    }
    await player.use(loaded.frame, loaded.frames, next.fps);
    shown = loaded;
    pageFailure = null;
    viewport.show(loaded.frame, loaded.width, loaded.height);
    loaded.frame.onLeft = () =>
      add([
        {
          source: 'page',
          severity: 'error',
          code: 'page_left',
          message: 'The page reloaded itself or left; a render fails here.',
        },
      ]);
    found = [];
    if (!loaded.frame.guarded) add([UNGUARDED]);
    await loadSound(loaded, next.revision, isOver);
  } catch (error) {
    if (isOver()) return;
    pageFailure = asFailure(error, 'The composition cannot be shown');
    found = [];
  } finally {
    if (!isOver()) {
      add(pageFindings(warnings));
      viewport.showLoading('');
      viewport.showFailure(state?.failure ?? pageFailure);
      showFacts();
      document.documentElement.dataset.revision = String(next.revision);
      await look();
    }
  }
}

const UNGUARDED: Finding = {
  source: 'preview',
  severity: 'warning',
  code: 'outside_unguarded',
  message: 'This address is no secure context, so the browser asks CDNs itself instead of taking installed packages.',
  hint: 'Open the preview by 127.0.0.1 or localhost.',
};

async function loadSound(loaded: LoadedComposition, revision: number, isOver: () => boolean): Promise<void> {
  soundTrouble = '';
  if (loaded.report.audio.length === 0) {
    sound.use(null);
    return;
  }
  soundTrouble = 'Mixing the sound…';
  showSoundNote();
  viewport.showLoading('');
  try {
    const { url } = await post<SoundAnswer>(PATHS.sound, { revision, report: loaded.report });
    if (isOver()) return;
    soundTrouble = '';
    sound.use(url);
    player.resync();
  } catch (error) {
    if (isOver()) return;
    soundTrouble = `Nothing is heard: ${asFailure(error, '').message}`;
    sound.use(null);
  }
}

followState(
  (next) => {
    state = next;
    form.show(next);
    renderPanel.show(next);
    showFindings([...found, ...next.findings]);
    viewport.showFailure(next.failure ?? pageFailure);
    showFacts();
    if (next.revision > 0 && next.revision !== loading) void load(next);
  },
  (is) => {
    box('connection').hidden = is;
  },
);

const openHelp = (): void => help();
const help = installShortcuts([
  { keys: ['Space', 'K'], what: 'Play or pause', on: [' ', 'k'], act: transport.actions.toggle },
  { keys: ['←', '→'], what: 'One frame back or forward', on: ['ArrowLeft'], act: () => transport.step(-1) },
  { keys: [], what: '', on: ['ArrowRight'], act: () => transport.step(1) },
  {
    keys: ['Shift ←', 'Shift →'],
    what: '10 frames back or forward',
    on: ['Shift+ArrowLeft'],
    act: () => transport.step(-10),
  },
  { keys: [], what: '', on: ['Shift+ArrowRight'], act: () => transport.step(10) },
  { keys: ['Home'], what: 'First frame', on: ['Home'], act: () => transport.goTo(0) },
  { keys: ['End'], what: 'Last frame', on: ['End'], act: () => transport.goTo(player.frames - 1) },
  { keys: ['L'], what: 'Loop', on: ['l'], act: transport.actions.loop },
  { keys: ['['], what: 'Slower', on: ['['], act: transport.actions.slower },
  { keys: [']'], what: 'Faster', on: [']'], act: transport.actions.faster },
  { keys: ['M'], what: 'Mute', on: ['m'], act: transport.actions.mute },
  { keys: ['S'], what: 'Safe areas', on: ['s'], act: viewport.actions.safeAreas },
  { keys: ['G'], what: 'Grid', on: ['g'], act: viewport.actions.grid },
  { keys: ['Z'], what: 'Actual size', on: ['z'], act: viewport.actions.zoom },
  { keys: ['P'], what: 'Render this frame to PNG', on: ['p'], act: renderPanel.still },
  { keys: ['?'], what: 'This list', on: ['?'], act: openHelp },
]);
transport.show();
