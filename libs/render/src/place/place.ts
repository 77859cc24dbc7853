/** Where a render takes place: the socket its page is served from, the browsers that may reach it, and its tools. */
import { join } from 'node:path';
import { type IdleRoom, keepBrowsersWarm, type Launch, launchBrowser } from '@framefarm/browser';
import type { CaptureImage } from '@framefarm/contract';
import { type OriginListener, openOriginListener } from '@framefarm/origin/listener.js';
import { type FrameRoom, openFrameRoom } from '../lanes/frame-buffer.js';
import type { OutsideReach } from './site.js';
import { TOOLS_HERE, type Tools } from './tools.js';

export interface Place {
  /** Other renders come here too. */
  readonly shared: boolean;
  /** Undefined: each render opens one of its own. */
  readonly listener: OriginListener | undefined;
  readonly launch: Launch;
  /** Where pictures of source videos are shared when the user's cache is off; null: nowhere. */
  readonly sharedFramesDir: string | null;
  readonly tools: Tools;
  /** Fonts of the machine behind the bundled ones. */
  readonly systemFonts: boolean;
  readonly outside: OutsideReach;
  /** Settles when the encoder of the render that was here before has ended. */
  readonly encoderFree: Promise<void>;
  /** Room for the pictures of the first lane; those of the render before may still wait there for its encoder. */
  frameRoom(image: CaptureImage, light?: boolean): FrameRoom;
  /**
   * No page of the render is open any more, only encoders work until `encoded` settles: the next one may come.
   */
  leave(encoded: Promise<void>): void;
  /** Resolves when the render that has left is alone here again. Rejects when the signal aborts. */
  comeBack(signal: AbortSignal): Promise<void>;
}

/** For a render of its own: everything ends with it. */
export const OWN_PLACE: Place = {
  shared: false,
  listener: undefined,
  launch: launchBrowser,
  sharedFramesDir: null,
  tools: TOOLS_HERE,
  systemFonts: true,
  outside: { publicHttps: true },
  encoderFree: Promise.resolve(),
  frameRoom: openFrameRoom,
  leave: () => {},
  comeBack: async () => {},
};

export interface WarmPlace extends Place {
  /** Ends the browsers and the socket; never rejects. */
  close(): Promise<void>;
}

/**
 * For renders one after the other: a browser may reach one port only, from its start, so that the port stays and the
 * project behind it changes. `scratchDir` outlives the renders; `idle` is shared by all places.
 */
export async function openWarmPlace(
  scratchDir: string,
  tools: Tools,
  idle: IdleRoom,
  { systemFonts, outside }: Pick<Place, 'systemFonts' | 'outside'> = OWN_PLACE,
): Promise<WarmPlace> {
  const listener = await openOriginListener();
  const browsers = keepBrowsersWarm(scratchDir, idle);
  const rooms = new Map<string, FrameRoom>();
  return {
    ...OWN_PLACE,
    shared: true,
    listener,
    launch: browsers.launch,
    sharedFramesDir: join(scratchDir, 'frames'),
    tools,
    systemFonts,
    outside,
    frameRoom: (image, light = false) => {
      const kind = `${image} ${light}`;
      const room = rooms.get(kind) ?? openFrameRoom(image, light);
      rooms.set(kind, room);
      return room;
    },
    close: async () => {
      await browsers.close();
      await listener.close();
    },
  };
}
