/** Rows and chunks of a batch share the lanes: rows that follow capture unseen while earlier ones leave lanes idle. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { until } from '../../support/machine/processes.js';
import { ofType, readManifest, startBatch } from '../../support/projects/batch.js';
import { composition, makeProject } from '../../support/projects/project.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';
import type { JsonEvent } from '../../support/renders/command-line.js';

useBundledFfmpeg();

/** A row with `held` does not get beyond its first frame until the project's gate is open. */
const HELD = `<div style="position:absolute;inset:0;background:var(--tint)"></div><script>
  const open = async () => (await (await fetch('gate.txt', { cache: 'no-store' })).text()) === 'open';
  const opened = async () => { while (!(await open())) await new Promise((next) => setTimeout(next, 20)); };
  if (window.__hyperframes.getVariables().held)
    addEventListener('hf-seek', ({ detail }) => { if (detail.time > 0) detail.waitUntil(opened()); });
</script>`;

const ROWS = [{ held: true }, { tint: '#ff0000' }, { tint: '#00ff00' }, { tint: '#0000ff' }, { tint: '#ffff00' }];

const statuses = (project: string): string[] => readManifest(project, 'out').rows.map((row: JsonEvent) => row.status);

describe('rows of one chunk, with three lanes and one row told at a time', () => {
  it('are captured side by side, and told one after the other', async () => {
    const project = await makeProject({
      'index.html': composition(HELD, { width: 64, height: 36, duration: 0.3, attributes: 'data-fps="10"' }),
      'gate.txt': 'shut',
      'rows.json': JSON.stringify(ROWS),
    });
    const command = startBatch(project, ['-o', 'out/{index}.mp4', '--json', '--workers', '3']);
    const made = (index: number): boolean => existsSync(join(project, 'out', `${index}.mp4`));
    try {
      // Row 0 is still being captured, and cannot end before the gate is open.
      await until(
        () => made(1) && made(2),
        () => 'rows 1 and 2 wait for row 0',
      );
      expect(made(0)).toBe(false);
      expect(statuses(project)).toEqual(['running', 'pending', 'pending', 'pending', 'pending']);
    } finally {
      writeFileSync(join(project, 'gate.txt'), 'open');
    }
    const result = await command.ended;
    expect(result.exitCode).toBe(0);
    const events = result.events();
    const told = events.filter(({ type }) => /^batch-row-(start|complete)$/.test(type));
    expect(told.map(({ type, index }) => `${type.slice(10)} ${index}`)).toEqual(
      ROWS.flatMap((_, index) => [`start ${index}`, `complete ${index}`]),
    );
    // Nothing is told of a row before its start.
    for (const { index } of ofType(events, 'batch-row-start')) {
      const first = events.find((event) => event.index === index);
      expect(first?.type).toBe('batch-row-start');
    }
    expect(statuses(project)).toEqual(ROWS.map(() => 'completed'));
  });
});
