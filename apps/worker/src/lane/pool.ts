/**
 * The lane processes of a worker. They stay from step to step; what they keep warm serves one owner's composition and ends
 * before another comes, after its render was cancelled or failed, and when nobody asked for it for a while (security 2.6).
 */
import { untilAborted } from '@framefarm/process';
import { Lane } from './lane.js';
import type { LaneKind, Lanes, Wanted } from './lanes.js';
import type { LaneLimits } from './messages.js';

/** Longest time that a browser stays warm for a composition after its last step, ms. */
const WARM_MS = 30_000;

interface Member {
  readonly lane: Lane;
  readonly kind: LaneKind;
  /** A step has it. One that has left may still work there. */
  busy: boolean;
  /** When its last work left it, by the monotonic clock. */
  idleSince: number;
}

const isIdle = ({ busy, lane }: Member): boolean => !busy && lane.quiet;

/** Lanes are started when they are wanted; how many work at once is the caller's affair. */
export class LanePool implements Lanes {
  readonly #members: Member[] = [];
  readonly #starting = new Set<Promise<unknown>>();
  readonly #cooling: NodeJS.Timeout;
  #closed = false;
  #started = 0;

  constructor(
    private readonly directory: string,
    private readonly limits: LaneLimits,
  ) {
    this.#cooling = setInterval(() => void this.#coolIdle(), 1_000);
  }

  /** Starts lanes ahead of the first work. A lane that does not come up is tried again when it is wanted. */
  async warm(kind: LaneKind, count: number): Promise<void> {
    const started = await Promise.allSettled(Array.from({ length: count }, () => this.#start(kind)));
    for (const result of started) if (result.status === 'fulfilled') this.#leave(result.value);
  }

  /**
   * Runs `work` in the lane that fits best: the one that did a step of this render last, one that is warm for its composition, one that is
   * cold, one that has been idle for longest, else a further one.
   */
  async use<T>(wanted: Wanted, signal: AbortSignal, work: (lane: Lane, leave: () => void) => Promise<T>): Promise<T> {
    const member = await this.#ready(wanted, signal);
    const { lane } = member;
    let isHere = true;
    const leave = (): void => {
      if (isHere) this.#leave(member);
      isHere = false;
    };
    try {
      lane.occupant = wanted.occupant;
      lane.renderId = wanted.renderId;
      return await work(lane, leave);
    } finally {
      leave();
    }
  }

  /** Renders for which idle lanes keep something warm. */
  warmFor(): readonly string[] {
    const ids = this.#members.flatMap((member) => (isIdle(member) ? (member.lane.renderId ?? []) : []));
    return [...new Set(ids)];
  }

  /** Ends what idle lanes keep warm for a render. */
  async forget(renderId: string): Promise<void> {
    const warm = this.#members.filter((member) => isIdle(member) && member.lane.renderId === renderId);
    await Promise.all(warm.map((member) => this.#cool(member)));
  }

  counts(): { readonly lanes: number; readonly busy: number; readonly started: number; readonly rssMb: number } {
    return {
      started: this.#started,
      lanes: this.#members.length,
      busy: this.#members.filter((member) => !isIdle(member)).length,
      rssMb: this.#members.reduce((sum, { lane }) => sum + lane.rssMb, 0),
    };
  }

  /** Ends all lanes; work that still runs is cancelled. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#cooling);
    await Promise.allSettled([...this.#starting]);
    await Promise.all(this.#members.map(({ lane }) => lane.close()));
  }

  /** A lane that keeps nothing of another occupant. One that had to be killed to get there is none. */
  async #ready(wanted: Wanted, signal: AbortSignal): Promise<Member> {
    const taken = this.#take(wanted);
    if (taken === null) return this.#further(wanted.kind, signal);
    if (taken.lane.occupant !== wanted.occupant) await this.#vacate(taken, signal);
    if (taken.lane.usable) return taken;
    this.#leave(taken);
    return this.#further(wanted.kind, signal);
  }

  /** What another occupant left at work there ends first. */
  async #vacate(member: Member, signal: AbortSignal): Promise<void> {
    try {
      await untilAborted(member.lane.quieted(), signal);
    } catch (error) {
      this.#leave(member);
      throw error;
    }
    await member.lane.cool();
  }

  #take({ kind, occupant, renderId }: Wanted): Member | null {
    const free = this.#members
      .filter((member) => member.kind === kind && !member.busy && member.lane.usable)
      .sort((a, b) => a.idleSince - b.idleSince);
    const ofOccupant = free.filter(({ lane }) => lane.occupant === occupant);
    const best =
      // Rows of a batch have one occupant, and each a page of its own: it may be about to go on in the lane that was used last.
      ofOccupant.find(({ lane }) => lane.renderId === renderId) ??
      ofOccupant[0] ??
      free.find(({ lane }) => lane.occupant === null) ??
      free.find(({ lane }) => lane.quiet) ??
      free[0];
    if (best !== undefined) best.busy = true;
    return best ?? null;
  }

  /** A lane that comes up too late for who wanted it is there for the next one. */
  async #further(kind: LaneKind, signal: AbortSignal): Promise<Member> {
    const starting = this.#start(kind);
    try {
      return await untilAborted(starting, signal);
    } catch (error) {
      void starting.then(
        (member) => this.#leave(member),
        () => {},
      );
      throw error;
    }
  }

  async #start(kind: LaneKind): Promise<Member> {
    if (this.#closed) throw new Error('the lanes of this worker are closed');
    const starting = Lane.start(this.directory, this.limits);
    this.#starting.add(starting);
    try {
      const member: Member = { lane: await starting, kind, busy: true, idleSince: 0 };
      this.#members.push(member);
      this.#started += 1;
      void member.lane.ended.then(() => {
        const at = this.#members.indexOf(member);
        if (at !== -1) this.#members.splice(at, 1);
      });
      return member;
    } finally {
      this.#starting.delete(starting);
    }
  }

  #leave(member: Member): void {
    member.busy = false;
    member.idleSince = performance.now();
  }

  async #coolIdle(): Promise<void> {
    const until = performance.now() - WARM_MS;
    const old = this.#members.filter(
      (member) => isIdle(member) && member.lane.occupant !== null && member.idleSince < until,
    );
    await Promise.all(old.map((member) => this.#cool(member)));
  }

  /** Nobody takes a lane while it cools. */
  async #cool(member: Member): Promise<void> {
    member.busy = true;
    await member.lane.cool();
    member.busy = false;
  }
}
