/** The metrics of a table with their values, in the text that Prometheus reads. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { MetricSpec, MetricTable } from './metric-table.js';

export type Labels = Readonly<Record<string, string>>;

/** A distribution that was counted elsewhere: `counts` by bucket, not added up, and one more for what is above the last. */
export interface CountedValues {
  readonly counts: readonly number[];
  readonly sum: number;
}

type NameOf<T extends MetricTable, K extends MetricSpec['type']> = {
  readonly [N in keyof T]: T[N]['type'] extends K ? N : never;
}[keyof T] &
  string;

/** The metrics of one program: names, kinds and labels are those of its table, and the text is Prometheus'. */
export class MetricBoard<T extends MetricTable> {
  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;
  readonly #registry = new Registry();
  readonly #counters = new Map<string, Counter>();
  readonly #gauges = new Map<string, Gauge>();
  readonly #histograms = new Map<string, Histogram>();
  readonly #readers: (() => void)[] = [];

  constructor(private readonly table: T) {
    for (const [name, spec] of Object.entries(table)) {
      const common = { name, help: spec.help, labelNames: [...(spec.labels ?? [])], registers: [this.#registry] };
      if (spec.type === 'counter') this.#counters.set(name, new Counter(common));
      else if (spec.type === 'gauge') this.#gauges.set(name, new Gauge(common));
      else this.#histograms.set(name, new Histogram({ ...common, buckets: [...(spec.buckets ?? [])] }));
    }
  }

  add(name: NameOf<T, 'counter'>, labels: Labels = {}, count = 1): void {
    this.#counters.get(name)?.inc(labels, count);
  }

  set(name: NameOf<T, 'gauge'>, value: number, labels: Labels = {}): void {
    this.#gauges.get(name)?.set(labels, value);
  }

  /** In the unit of the metric. */
  observe(name: NameOf<T, 'histogram'>, value: number, labels: Labels = {}): void {
    this.#histograms.get(name)?.observe(labels, value);
  }

  /** Called before each scrape, to `set` what is only known then. */
  onScrape(read: () => void): void {
    this.#readers.push(read);
  }

  /** A counter whose count is kept elsewhere. */
  setTotal(name: NameOf<T, 'counter'>, total: number, labels: Labels = {}): void {
    this.#counters.get(name)?.remove(labels);
    this.#counters.get(name)?.inc(labels, total);
  }

  /** A histogram whose values were counted elsewhere, in the buckets of the table; to be called once for a metric. */
  setCounted(name: NameOf<T, 'histogram'>, all: readonly (CountedValues & { readonly labels: Labels })[]): void {
    const { help, buckets = [] } = this.table[name] as MetricSpec;
    this.#registry.removeSingleMetric(name);
    const values = all.flatMap(({ labels, counts, sum }) => {
      let total = 0;
      const steps = [...buckets, '+Inf'].map((le, at) => {
        total += counts[at] ?? 0;
        return { labels: { ...labels, le }, value: total, metricName: `${name}_bucket` };
      });
      return [
        ...steps,
        { labels, value: sum, metricName: `${name}_sum` },
        { labels, value: total, metricName: `${name}_count` },
      ];
    });
    const counted = { name, help, type: 'histogram', aggregator: 'sum', get: () => ({ ...counted, values }) };
    this.#registry.registerMetric(counted as unknown as Histogram);
  }

  text(): Promise<string> {
    for (const read of this.#readers) read();
    return this.#registry.metrics();
  }
}
