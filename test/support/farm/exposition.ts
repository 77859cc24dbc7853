/** Reads the text that Prometheus scrapes, line by line; anything that is not of its format is an error. */

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Exposition {
  readonly types: ReadonlyMap<string, string>;
  readonly samples: readonly Sample[];
  /** The value of the sample that has these labels among its own; NaN when there is none. */
  value(name: string, labels?: Readonly<Record<string, string>>): number;
}

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (NaN|[+-]?Inf|[+-]?[\d.]+(?:e[+-]?\d+)?)$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\n"])*)"(?:,|$)/y;

export function readExposition(text: string): Exposition {
  const types = new Map<string, string>();
  const samples: Sample[] = [];
  for (const line of text.split('\n')) {
    const [, typed, type] = /^# TYPE (\S+) (counter|gauge|histogram|summary|untyped)$/.exec(line) ?? [];
    if (typed !== undefined && type !== undefined) {
      if (types.has(typed)) throw new Error(`${typed} is declared twice`);
      types.set(typed, type);
    } else if (line !== '' && !line.startsWith('# HELP ')) samples.push(readSample(line));
  }
  for (const { name } of samples) {
    const family = name.replace(/_(bucket|sum|count)$/, '');
    if (!types.has(name) && types.get(family) !== 'histogram') throw new Error(`${name} has no type`);
  }
  const seen = samples.map(({ name, labels }) => `${name} ${JSON.stringify(Object.entries(labels).sort())}`);
  if (new Set(seen).size < seen.length) throw new Error('a sample is there twice');
  return {
    types,
    samples,
    value: (name, labels = {}) => {
      const fits = (sample: Sample): boolean =>
        sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value);
      return samples.find(fits)?.value ?? Number.NaN;
    },
  };
}

function readSample(line: string): Sample {
  const [, name, inner = '', value] = SAMPLE.exec(line) ?? [];
  if (name === undefined) throw new Error(`no sample: ${line}`);
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < inner.length) {
    const [, label, text] = LABEL.exec(inner) ?? [];
    if (label === undefined || text === undefined) throw new Error(`no labels: ${line}`);
    labels[label] = text;
  }
  return { name, labels, value: Number(value?.replace('Inf', 'Infinity')) };
}
