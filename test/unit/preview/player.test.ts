/** Which frame a preview wants at which time, by a clock that the test moves. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Player } from '../../../libs/preview/src/ui/player.js';
import type { Sound } from '../../../libs/preview/src/ui/sound.js';
import type { StageFrame } from '../../../libs/preview/src/ui/stage-frame.js';

/** Ms between two pictures of the screen. */
const SCREEN_MS = 20;

let tick: ((now: number) => void) | null;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  tick = null;
  vi.stubGlobal('requestAnimationFrame', (next: (now: number) => void) => {
    tick = next;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function passed(ms: number): void {
  for (let at = 0; at < ms; at += SCREEN_MS) {
    vi.advanceTimersByTime(SCREEN_MS);
    const now = tick;
    tick = null;
    now?.(performance.now());
  }
}

/** Two seconds at 30 fps. */
async function opened(): Promise<{ readonly player: Player; readonly played: string[] }> {
  const played: string[] = [];
  const sound = {
    play: (seconds: number, speed: number) => played.push(`${seconds} at ${speed}`),
    pause: () => played.push('pause'),
    steer: (seconds: number) => seconds,
  };
  const nothing = (): void => {};
  const player = new Player(sound as unknown as Sound, {
    changed: nothing,
    shown: nothing,
    failed: nothing,
    look: nothing,
  });
  await player.use({ call: async () => ({}) } as unknown as StageFrame, 60, { num: 30, den: 1 });
  return { player, played };
}

it.each([
  [1, 500, 15],
  [2, 500, 30],
  [0.5, 1000, 15],
])('at %s times its speed %s ms come to frame %s, with the sound beside it', async (speed, ms, frame) => {
  const { player, played } = await opened();
  player.setSpeed(speed);
  player.play();
  passed(ms);
  expect([player.frame, player.isPlaying, played]).toEqual([frame, true, [`0 at ${speed}`]]);
});

it('stops at the last frame, begins with the first one then, and a loop goes on beyond the end', async () => {
  const { player, played } = await opened();
  player.isLooping = false;
  player.play();
  passed(2_000);
  expect([player.frame, player.isPlaying, played.at(-1)]).toEqual([59, false, 'pause']);
  player.isLooping = true;
  player.play();
  passed(2_100);
  expect([player.frame, player.isPlaying]).toEqual([3, true]);
  player.goTo(30);
  player.setSpeed(2);
  passed(200);
  expect(player.frame).toBe(42);
  player.step(-1);
  expect([player.frame, player.isPlaying, played.at(-1)]).toEqual([41, false, 'pause']);
});
