/** A row of a batch as people are told of it: `row 1` is the first. Files, events and pointers count from 0 (cli 6). */
export function rowName(index: number): string {
  return `row ${index + 1}`;
}
