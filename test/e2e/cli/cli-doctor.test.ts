import { describe, expect, it } from 'vitest';
import { framefarm } from '../../support/renders/command-line.js';

const NAMES = ['Node.js', 'FFmpeg', 'FFprobe', 'Browser', 'Container runtime'];

describe('doctor', () => {
  it('has one line per check in order, and says last whether this machine can render', async () => {
    const { exitCode, stdout } = await framefarm(['doctor', '--strict']);
    const lines = stdout.trimEnd().split('\n');
    const checks = lines.filter((line) => /^ {2}[✓✗] /.test(line));
    expect(
      checks.map((line) =>
        line
          .slice(4, 23)
          .replace(/\(\w+\)/, '')
          .trimEnd(),
      ),
    ).toEqual(NAMES);
    expect(checks[3]).toMatch(/Chromium \d+\.\d+ headless shell \(sandbox (works|off: [^)]+)\)/);
    expect(lines.at(-1)).toBe('All required checks passed.');
    expect(exitCode).toBe(0);
  });

  it('fails with --strict only, and says what to do', async () => {
    const args = ['doctor', '--json', '--ffmpeg-path', './nothing-here', '--browser-path', './nothing-here'];
    const lenient = await framefarm(args);
    const report = JSON.parse(lenient.stdout);
    expect(lenient.exitCode).toBe(0);
    expect(report).toMatchObject({ ok: false, platform: process.platform, _meta: { version: expect.any(String) } });
    for (const index of [1, 3]) {
      expect(report.checks[index]).toMatchObject({ ok: false, required: true, hint: expect.any(String) });
    }
    expect((await framefarm([...args, '--strict'])).exitCode).toBe(1);
  });
});
