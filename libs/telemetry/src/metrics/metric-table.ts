/** How a metric is declared: once, for the code that fills it and the page that explains it. */

export interface MetricSpec {
  /** A counter only grows while what it counts lives. */
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** What is counted or measured in. */
  readonly unit: string;
  readonly help: string;
  readonly labels?: readonly string[];
  /** Upper bounds of a histogram, in its unit, rising. */
  readonly buckets?: readonly number[];
}

/** Metrics by their full name. */
export type MetricTable = Readonly<Record<string, MetricSpec>>;

/** Rows of a table for people, as Markdown. */
export function metricRows(table: MetricTable): readonly string[] {
  return Object.entries(table).map(([name, { type, unit, help, labels = [] }]) => {
    const shown = labels.length === 0 ? '' : labels.map((label) => `\`${label}\``).join(', ');
    return `| \`${name}\` | ${type} | ${unit} | ${shown} | ${help} |`;
  });
}
