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
}
