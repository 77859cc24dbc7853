/** The lanes that the rows of a batch have together: how many are taken, and whether the rows under way can use them all. */
import type { TurnWish } from '@framefarm/render';

/** Rows that may be done or being assembled unseen, for each lane that the reported rows alone might leave idle. */
const AHEAD_PER_LANE = 2;
/** Such lanes for which one row more gets ready: getting ready takes a fraction of a short row's capture. */
const LANES_PER_READY_ROW = 3;

/** What one row is about to take, as far as that is known. */
export interface LaneDemand {
  /** Lanes that it has and waits for; null while its plan does not stand. */
  readonly lanes: number | null;
}

export class LaneBudget {
  readonly #most: number;
  readonly #least: number;
  #capacity: number;
  #taken = 0;
  /** Lanes that the row before asked for: rows of one composition are mostly alike. Until one has asked: all. */
  #usual: number;

  /** `lanes` for the whole batch; rows reported as running get one each, however few there are. */
  constructor(lanes: number, concurrency: number) {
    this.#least = concurrency;
    this.#most = Math.max(lanes, concurrency);
    this.#capacity = this.#most;
    this.#usual = this.#most;
  }

  /** Lanes that nobody has. */
  get free(): number {
    return Math.max(0, this.#capacity - this.#taken);
  }

  /** A row says what it can use, and what the memory has room for beside the lanes that are open now. */
  learn({ lanes, room }: TurnWish): void {
    this.#usual = Math.max(1, lanes);
    this.#capacity = Math.max(this.#least, Math.min(this.#most, this.#taken + room));
  }

  take(): void {
    this.#taken += 1;
  }

  giveBack(): void {
    this.#taken -= 1;
  }

  /** Most rows to look at for a free place: more than can be unfinished or untold. */
  get window(): number {
    return 4 * this.#mostUnfinished(this.#most) + 16;
  }

  /**
   * Whether one row more may begin unseen: as many as it takes to have all lanes used and the next rows ready. Where the
   * reported rows have all lanes, one more begins with the lane that one of them gives back, in the browser that it leaves:
   * a browser that waits takes more memory than a row that gets ready takes time. `unfinished` counts the rows that are being
   * rendered, or done and not yet reported.
   */
  mayBegin(unfinished: number, demands: readonly LaneDemand[]): boolean {
    if (unfinished < this.#least) return true;
    if (unfinished >= this.#mostUnfinished(this.#capacity)) return false;
    const asked = demands.reduce((sum, { lanes }) => sum + (lanes ?? this.#usual), 0);
    if (this.#capacity <= this.#least) return asked < this.#capacity;
    if (unfinished <= this.#least) return true;
    const ahead = Math.floor((this.#capacity - this.#least) / LANES_PER_READY_ROW);
    return asked < this.#capacity + this.#usual + ahead;
  }

  #mostUnfinished(lanes: number): number {
    return this.#least + 1 + AHEAD_PER_LANE * (lanes - this.#least);
  }
}
