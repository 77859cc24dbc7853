/** The stage on which a render is planned, and the one that takes its place as the first lane where it cannot capture. */
import type { Stage } from '@framefarm/browser';

export class PlanningStage {
  #stage: Stage | null = null;
  #lane: Promise<Stage> | null = null;

  /** Has this stage closed with the others. */
  keep(stage: Stage): void {
    this.#stage = stage;
  }

  /** The stage was spent, and `lane` is opened in its browser, which closes it. */
  replace(lane: Promise<Stage>): void {
    this.#stage = null;
    this.#lane = lane;
    // One that could not be opened is opened again by the lanes, which know how often.
    lane.catch(() => {});
  }

  /** Hands `stage` to the first lane where it `fits`, else the one in its place, which may be null; what is handed over is not closed here any more. */
  async handOver(stage: Stage, fits: boolean): Promise<Stage | null> {
    const spent = this.#stage;
    this.#stage = null;
    if (fits) return stage;
    await spent?.close();
    return (await this.#takeLane()?.catch(() => null)) ?? null;
  }

  async close(): Promise<void> {
    await this.#stage?.close();
    await this.#takeLane()?.then(
      (stage) => stage.close(),
      () => {},
    );
  }

  #takeLane(): Promise<Stage> | null {
    const lane = this.#lane;
    this.#lane = null;
    return lane;
  }
}
