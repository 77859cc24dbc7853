/** Where composition time begins and how fast it runs: `localSeconds = (t - start) * rate + offset`. */
export interface LocalTime {
  readonly start: number;
  readonly rate: number;
  readonly offset: number;
}
