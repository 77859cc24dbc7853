/** What the machine knew at the moment a render failed on it (http-api 1.2, `errorDetails`). */
export interface FailureCircumstances {
  /** Memory that was free, within the limit of the container; whole megabytes of 2^20 bytes. */
  readonly freeMemoryMB: number;
  /**
   * Last lines of the page's console and its uncaught errors, oldest first, at most 30, without control characters. Absent
   * where the page said nothing.
   */
  readonly browserConsoleTail?: readonly string[];
}
