/** What limits a render, from its measurements. Pure. */
import { counted } from '@framefarm/contract';
import type {
  ConfigurationResult,
  CpuSeconds,
  LimitingPart,
  LimitVerdict,
  MeasuredPiece,
  ProcessKind,
  Skipped,
} from '../api.js';
import { summarise } from './statistics.js';

const KINDS: readonly ProcessKind[] = ['page', 'capture', 'encoder', 'node'];

/** What each part is, for people. */
const PARTS: Readonly<Record<'page' | 'capture' | 'encoder', string>> = {
  page: 'the page (its scripts, layout and painting)',
  capture: 'the capture (moving pictures out of the browser)',
  encoder: 'the encoder',
};

export interface LimitInput {
  readonly result: ConfigurationResult;
  readonly piece: Pick<MeasuredPiece, 'frames' | 'totalFrames'>;
  readonly cores: number;
  /** Why a number of workers that the cores allow was left out for its memory; null when none was. */
  readonly memoryShort: Skipped | null;
}

/**
 * Memory when it kept workers away that the cores allow; the start when the whole composition would take longer to get
 * ready than to capture; else the part that takes the most processor time per frame, framefarm's own counted as capture.
 * Null when no run succeeded, or when the system does not tell processor times.
 */
export function findLimit({ result, piece, cores, memoryShort }: LimitInput): LimitVerdict | null {
  const { runs, configuration } = result;
  if (runs.length === 0) return null;
  const frames = piece.frames * configuration.concurrency;
  const elapsedMs = summarise(runs.map((run) => run.elapsedMs)).mean;
  const captureMs = summarise(runs.map((run) => run.captureMs)).mean;
  const cpuMsPerFrame = meanCpu(
    runs.flatMap((run) => (run.cpuSeconds === null ? [] : [run.cpuSeconds])),
    frames,
  );
  const total = cpuMsPerFrame === null ? null : KINDS.reduce((sum, kind) => sum + cpuMsPerFrame[kind], 0);
  const busyShare = total === null ? null : Math.min(1, (total * frames) / (elapsedMs * cores));
  const verdict = (part: LimitingPart, text: string): LimitVerdict => ({ part, text, cpuMsPerFrame, busyShare });
  const figures = cpuMsPerFrame === null ? '' : ` (${cpuText(cpuMsPerFrame)})`;

  if (memoryShort !== null) return verdict('memory', `memory: ${memoryShort.what} left out, ${memoryShort.reason}`);
  const wholeCaptureMs = (captureMs * piece.totalFrames) / piece.frames;
  const startMs = Math.max(0, elapsedMs - captureMs);
  if (startMs > wholeCaptureMs) {
    const times = `${seconds(startMs)} against ${seconds(wholeCaptureMs)} of capture for ${piece.totalFrames} frames`;
    return verdict('start', `the start and end of a render: ${times}${figures}`);
  }
  if (cpuMsPerFrame === null || total === null || busyShare === null) return null;
  const shares = {
    page: cpuMsPerFrame.page,
    capture: cpuMsPerFrame.capture + cpuMsPerFrame.node,
    encoder: cpuMsPerFrame.encoder,
  };
  const part = (['page', 'capture', 'encoder'] as const).reduce((most, one) =>
    shares[one] > shares[most] ? one : most,
  );
  const busy = `${counted(cores, 'core')} ${Math.round(busyShare * 100)} % busy with it`;
  const amount = `${shares[part].toFixed(1)} of ${total.toFixed(1)} ms of processor time per frame`;
  return verdict(part, `${PARTS[part]}: ${amount}${figures}, ${busy}`);
}

function meanCpu(runs: readonly CpuSeconds[], frames: number): CpuSeconds | null {
  if (runs.length === 0) return null;
  const perFrame = (kind: ProcessKind): number => (summarise(runs.map((cpu) => cpu[kind])).mean * 1000) / frames;
  return { page: perFrame('page'), capture: perFrame('capture'), encoder: perFrame('encoder'), node: perFrame('node') };
}

function cpuText(cpu: CpuSeconds): string {
  const parts = [
    `page ${cpu.page.toFixed(1)}`,
    `browser ${cpu.capture.toFixed(1)}`,
    `encoder ${cpu.encoder.toFixed(1)}`,
    `framefarm ${cpu.node.toFixed(1)}`,
  ];
  return parts.join(', ');
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
