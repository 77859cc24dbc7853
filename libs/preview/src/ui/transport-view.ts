/** Buttons, slider and readouts of the player. */
import { box, button, fillSelect, fillSlider, input, isPressed, press, select } from './elements.js';
import { showIcon } from './icons.js';
import type { Player } from './player.js';
import type { Sound } from './sound.js';

const SPEEDS = [0.1, 0.25, 0.5, 1, 1.5, 2, 4];
const FAR_STEP = 10;

export interface TransportView {
  /** Shows what the player is at. */
  show(): void;
  showNote(note: string): void;
  readonly actions: Readonly<Record<'toggle' | 'mute' | 'loop' | 'slower' | 'faster', () => void>>;
  step(by: number): void;
  goTo(frame: number): void;
}

/** `1:02.345`: minutes, seconds and milliseconds. */
export function clockText(seconds: number): string {
  const total = Math.round(seconds * 1000);
  const minutes = Math.floor(total / 60_000);
  const rest = ((total % 60_000) / 1000).toFixed(3).padStart(6, '0');
  return `${minutes}:${rest}`;
}

export function createTransport(player: Player, sound: Sound): TransportView {
  const scrubber = input('scrubber');
  const field = input('frame');
  const play = button('play');
  const loop = button('loop');
  const mute = button('mute');
  const volume = input('volume');
  const speed = select('speed');
  const note = box('sound-note');
  const controls = document.querySelectorAll<HTMLButtonElement>('.transport button, .transport input');
  let shownPlaying: boolean | null = null;
  let spokenSecond = -1;

  for (const icon of document.querySelectorAll<HTMLElement>('[data-icon]')) showIcon(icon, icon.dataset.icon ?? '');
  fillSelect(
    speed,
    SPEEDS.map((value) => ({ value: String(value), label: `${value}×` })),
    '1',
  );
  fillSlider(volume);

  const setSpeed = (value: number): void => {
    speed.value = String(value);
    player.setSpeed(value);
  };
  const changeSpeed = (by: number): void => {
    const at = SPEEDS.indexOf(player.speed) + by;
    setSpeed(SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at))] ?? 1);
  };
  const actions = {
    toggle: () => player.toggle(),
    mute: () => {
      press(mute, !isPressed(mute));
      sound.isMuted = isPressed(mute);
    },
    loop: () => {
      press(loop, !isPressed(loop));
      player.isLooping = isPressed(loop);
    },
    slower: () => changeSpeed(-1),
    faster: () => changeSpeed(1),
  };

  play.addEventListener('click', actions.toggle);
  mute.addEventListener('click', actions.mute);
  loop.addEventListener('click', actions.loop);
  speed.addEventListener('change', () => setSpeed(Number(speed.value)));
  volume.addEventListener('input', () => {
    sound.volume = Number(volume.value) / 100;
    fillSlider(volume);
  });
  scrubber.addEventListener('input', () => player.goTo(Number(scrubber.value)));
  field.addEventListener('change', () => {
    player.pause();
    player.goTo(Number(field.value));
    field.value = String(player.frame);
  });
  button('start').addEventListener('click', () => player.goTo(0));
  button('end').addEventListener('click', () => player.goTo(player.frames - 1));
  button('back').addEventListener('click', () => player.step(-1));
  button('forward').addEventListener('click', () => player.step(1));
  button('back10').addEventListener('click', () => player.step(-FAR_STEP));
  button('forward10').addEventListener('click', () => player.step(FAR_STEP));

  return {
    actions,
    step: (by) => player.step(by),
    goTo: (frame) => player.goTo(frame),
    showNote: (text) => {
      if (note.textContent !== text) note.textContent = text;
    },
    show: () => {
      const last = Math.max(0, player.frames - 1);
      for (const control of controls) control.disabled = player.frames === 0;
      scrubber.max = String(last);
      scrubber.value = String(player.frame);
      const time = clockText(player.seconds);
      // While it plays, a screen reader is told once a second.
      const spoken = player.isPlaying ? Math.floor(player.seconds) : -1;
      if (spoken === -1 || spoken !== spokenSecond) {
        scrubber.setAttribute(
          'aria-valuetext',
          `Frame ${player.frame} of ${last}, ${player.seconds.toFixed(2)} seconds`,
        );
      }
      spokenSecond = spoken;
      fillSlider(scrubber);
      field.max = String(last);
      if (document.activeElement !== field) field.value = String(player.frame);
      box('last-frame').textContent = `of ${last}`;
      box('time').textContent = `${time} / ${clockText(player.durationSeconds)}`;
      if (player.isPlaying !== shownPlaying) {
        shownPlaying = player.isPlaying;
        showIcon(play, player.isPlaying ? 'pause' : 'play');
        play.setAttribute('aria-label', player.isPlaying ? 'Pause' : 'Play');
      }
    },
  };
}
