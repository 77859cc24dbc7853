/** What is over its time (farm-practice 9). */

/** What is over its time (farm-practice 9). Files go first, then `settle`; a crash between the two repeats the removal. */
export interface Retention {
  /** Ids of renders whose chunks, output or record are due, or of batches that are. */
  due(what: 'chunks' | 'output' | 'record' | 'batch', limit: number): Promise<readonly string[]>;
  /** The files are gone; the record stays. */
  settle(what: 'chunks' | 'output', id: string): Promise<void>;
  /** Keeps what the store holds, for `stats`. */
  weighed(storeBytes: number): Promise<void>;
  /** All of a terminal render is due now: a stored wish that survives a restart. False when it is not terminal. */
  deleteSoon(id: string): Promise<boolean>;
  /**
   * Keeps objects of the store from retention for `ms` (default: 15 minutes), so that what is found or stored there is still
   * there when it is committed. False for one that is being removed this moment: it must be made under another key. Several
   * holders may hold an object; one that asks again for it says anew for how long.
   */
  hold(keys: readonly string[], holder: string, ms?: number): Promise<readonly boolean[]>;
  /** Ends the holds of one holder: a record names the objects now, or it does not want them. */
  free(keys: readonly string[], holder: string): Promise<void>;
  /** Asks whether an object may be removed now, and keeps others from taking it until `gone`; false while it is held. */
  letGo(key: string): Promise<boolean>;
  /** It was removed, or stays after all. */
  gone(key: string): Promise<void>;
}
