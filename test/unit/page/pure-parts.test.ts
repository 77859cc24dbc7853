/** Parts of the page runtime that need no document (reference: composition-format 7.1, 8, 9.2). */
import { isBindableUrl } from '@framefarm/composition/bindings';
import { describe, expect, it } from 'vitest';
import { createFrameQueue } from '../../../libs/page/src/clock/frame-queue.js';
import { createRandom, fillRandom } from '../../../libs/page/src/clock/random.js';
import { cssValue } from '../../../libs/page/src/scope/variable-texts.js';
import { seekTimeline, timelineSeconds, timelinesOf } from '../../../libs/page/src/sources/timelines/timeline.js';

describe('the frame queue', () => {
  const queue = () => {
    const failures: unknown[] = [];
    return { frames: createFrameQueue((thrown) => failures.push(thrown)), failures };
  };

  it('runs a loop once during start-up and once for each frame', () => {
    const { frames } = queue();
    const times: number[] = [];
    const loop = (time: number) => {
      times.push(time);
      frames.request(loop);
    };
    frames.request(loop);
    expect([frames.runNew(0), frames.runNew(0)]).toEqual([true, false]);
    frames.run(40);
    expect(times).toEqual([Number.MIN_VALUE, 40]);
    expect(frames.hasLoop()).toBe(true);
  });

  it('notices a loop that wraps its step anew each time, and forgets one that ended', () => {
    const { frames } = queue();
    let left = 2;
    const next = () => {
      if (left-- > 0) frames.request(() => next());
    };
    next();
    frames.run(0);
    expect(frames.hasLoop()).toBe(true);
    frames.run(1);
    expect(frames.hasLoop()).toBe(false);
  });

  it('cancels a callback queued for the same frame and goes on after a failure', () => {
    const { frames, failures } = queue();
    const ran: string[] = [];
    frames.request(() => {
      frames.cancel(second);
      throw new Error('first');
    });
    const second = frames.request(() => ran.push('second'));
    frames.request(() => ran.push('third'));
    frames.run(0);
    expect(ran).toEqual(['third']);
    expect(failures).toEqual([new Error('first')]);
  });

  it('runs what is put off until the browser is idle after the callbacks of its frame, once in each', () => {
    const { frames } = queue();
    const ran: string[] = [];
    frames.request(() => {
      ran.push('frame');
      frames.requestIdle(() => ran.push('asked for by the frame'));
    });
    const loop = () => {
      ran.push('loop');
      frames.requestIdle(loop);
    };
    frames.requestIdle(loop);
    frames.cancelIdle(frames.requestIdle(() => ran.push('never')));
    expect([frames.runNew(0), ran]).toEqual([true, ['frame', 'loop', 'asked for by the frame']]);
    expect([frames.runNew(0), frames.hasLoop()]).toEqual([false, true]);
    frames.run(40);
    expect(ran.slice(3)).toEqual(['loop']);
  });

  it('gives work that goes on while there is time as much of it in each frame', () => {
    const { frames } = queue();
    const steps: number[] = [];
    for (const milliseconds of [0, 40]) {
      frames.requestIdle((deadline) => {
        let count = 0;
        while (deadline.timeRemaining() > 0) count += 1;
        steps.push(count);
      });
      frames.run(milliseconds);
    }
    expect(steps).toEqual([50, 50]);
  });

  it('drops what a library that is driven otherwise asks for, then and ever', () => {
    const { frames } = queue();
    const ran: string[] = [];
    const step = () => ran.push('step');
    frames.ignoreThose(() => frames.request(step));
    frames.request(step);
    frames.request(() => ran.push('own'));
    frames.run(0);
    expect(ran).toEqual(['own']);
  });
});

describe('random numbers', () => {
  it('repeat for a frame time and differ between neighbours', () => {
    const random = createRandom();
    const draw = (time: number) => {
      random.reseed(time);
      return [random.next(), random.next()];
    };
    const first = draw(1000 / 30);
    expect(draw(2000 / 30)).not.toEqual(first);
    expect(draw(1000 / 30)).toEqual(first);
    for (const value of first) expect(value >= 0 && value < 1).toBe(true);
  });

  it('stay the same from one version to the next: so does a film that is rendered again', () => {
    const random = createRandom();
    const drawn = [0, 1000 / 30, 2_000_000].flatMap((time) => {
      random.reseed(time);
      return [random.next(), random.next()];
    });
    expect(drawn).toEqual([
      ...[0.26642920868471265, 0.0003297457005828619],
      ...[0.2523798525799066, 0.09008262469433248],
      ...[0.016801519319415092, 0.5267443663906306],
    ]);
  });

  it('fill every byte of a view and nothing beside it', () => {
    const buffer = new Uint8Array(8);
    fillRandom(buffer.subarray(2, 6), () => 0.999);
    expect([...buffer]).toEqual([0, 0, 255, 255, 255, 255, 0, 0]);
  });
});

describe('variables', () => {
  it.each([
    ['a/b.png', true],
    ['https://x.test/a.png', true],
    ['data:image/png;base64,AA', true],
    ['blob:https://x.test/1', true],
    ['data:text/html,x', false],
    ['javascript:alert(1)', false],
    [' JaVaScRiPt:alert(1)', false],
    [' \tJava\nScript:alert(1)', false],
    ['da\tta:image/png;base64,AA', true],
    ['\u0001file:///etc/passwd', false],
    ['file:///etc/passwd', false],
    ['//x.test/a.png', false],
  ])('judge the source %s as %s', (source, allowed) => {
    expect(isBindableUrl(source)).toBe(allowed);
  });

  it('cannot leave their declaration', () => {
    expect(cssValue('red; } <b>\n{x')).toBe('red  bx');
  });
});

describe('timelines', () => {
  it('are read alone or in arrays, and nothing else counts', () => {
    const timeline = { totalTime: () => 0, totalDuration: () => 2 };
    expect(timelinesOf(timeline)).toEqual([timeline]);
    expect(timelinesOf([timeline, null, 3, {}])).toEqual([timeline]);
    expect(timelinesOf(undefined)).toEqual([]);
  });

  it('count frames when they say so, milliseconds when their length is a number, and never beyond 1e6 s', () => {
    expect(timelineSeconds({ totalDuration: () => 60, vars: { useFrames: true } }, 30)).toBe(2);
    expect(timelineSeconds({ duration: 1500, seek: () => 0 }, 30)).toBe(1.5);
    expect(timelineSeconds({ totalDuration: () => 2e6 }, 30)).toBe(Number.POSITIVE_INFINITY);
  });

  it('are seeked within their length, with callbacks', () => {
    const calls: unknown[][] = [];
    const timeline = { totalDuration: () => 2, totalTime: (...args: unknown[]) => calls.push(args) };
    seekTimeline(timeline, 5, 30);
    seekTimeline(timeline, -1, 30, true);
    expect(calls).toEqual([
      [2, false],
      [0, true],
    ]);
  });
});
