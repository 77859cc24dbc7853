/** Which hardware encoders work on this machine: each is proved by a small encode (cli 2, `--gpu`). */
import { runProcess } from '@framefarm/process';

/** In the order of cli 2. */
const HARDWARE_ENCODERS = ['nvenc', 'videotoolbox', 'vaapi', 'qsv', 'amf'] as const;
export type HardwareEncoder = (typeof HARDWARE_ENCODERS)[number];

const ENCODE_DEADLINE_MS = 10_000;

/** The encoders that made a few frames of H.264, best first. Being built into FFmpeg says nothing about the hardware. */
export async function workingHardwareEncoders(ffmpegPath: string, signal?: AbortSignal): Promise<HardwareEncoder[]> {
  const working: HardwareEncoder[] = [];
  for (const encoder of HARDWARE_ENCODERS) {
    signal?.throwIfAborted();
    const vaapi = encoder === 'vaapi';
    const device = vaapi ? ['-vaapi_device', '/dev/dri/renderD128'] : [];
    const upload = vaapi ? ['-vf', 'format=nv12,hwupload'] : [];
    const source = ['-f', 'lavfi', '-i', 'color=size=320x240:rate=30:duration=0.1'];
    const sink = ['-c:v', `h264_${encoder}`, '-f', 'null', '-'];
    const args = ['-v', 'error', '-nostdin', ...device, ...source, ...upload, ...sink];
    const run = await runProcess(ffmpegPath, args, { deadlineMs: ENCODE_DEADLINE_MS, signal });
    if (run.exitCode === 0) working.push(encoder);
  }
  return working;
}
