/** Rendering from the page: what, how, and how far it is. */
import { counted, OUTPUT_FORMATS, QUALITIES } from '@framefarm/contract';
import { PATHS, type PreviewState, type RenderJob } from '../protocol.js';
import { box, button, element, fillSelect, select } from './elements.js';
import { post, RequestFailure } from './server-link.js';

const STAGES: Readonly<Record<string, string>> = {
  compile: 'Reading the composition',
  extract_video: 'Extracting video frames',
  process_audio: 'Mixing the sound',
  capture: 'Capturing',
  encode: 'Encoding',
  assemble: 'Assembling',
  publish: 'Writing the file',
};

export interface RenderPanel {
  show(state: PreviewState): void;
  /** Starts the render of the frame that is shown. */
  still(): void;
}

/** `frame` tells which frame is shown. */
export function createRenderPanel(frame: () => number, failed: (failure: RequestFailure) => void): RenderPanel {
  const format = select('format');
  const quality = select('quality');
  const progress = element('job-progress', HTMLProgressElement);
  const panel = box('job');
  let announced = '';
  const ask = async (path: string, body: object): Promise<void> => {
    try {
      await post(path, body);
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      failed(error);
    }
  };
  const still = (): void => void ask(PATHS.still, { frame: frame() });
  button('render').addEventListener(
    'click',
    () => void ask(PATHS.render, { format: format.value, quality: quality.value }),
  );
  button('still').addEventListener('click', still);
  button('cancel').addEventListener('click', () => void ask(PATHS.cancel, {}));

  return {
    still,
    show: ({ job, format: usualFormat, quality: usualQuality }) => {
      if (format.options.length === 0) {
        fillSelect(format, choices(OUTPUT_FORMATS), usualFormat);
        fillSelect(quality, choices(QUALITIES), usualQuality);
      }
      panel.hidden = job === null;
      if (job === null) return;
      const isRunning = job.state === 'running';
      button('render').disabled = isRunning;
      button('still').disabled = isRunning;
      button('cancel').hidden = !isRunning;
      panel.classList.toggle('failed', job.state === 'failed');
      progress.hidden = !isRunning;
      progress.value = job.progress;
      const { title, detail } = describe(job);
      box('job-title').textContent = title;
      box('job-detail').textContent = detail;
      // Beginning and end are worth saying aloud, each per cent is not.
      const words = isRunning ? `Rendering ${job.shown}` : `${title}. ${detail}`;
      if (words !== announced) box('job-status').textContent = words;
      announced = words;
    },
  };
}

const choices = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

function describe(job: RenderJob): { readonly title: string; readonly detail: string } {
  switch (job.state) {
    case 'running': {
      const frames = job.totalFrames > 0 ? `, frame ${job.framesRendered} of ${job.totalFrames}` : '';
      const title = job.kind === 'still' ? 'Rendering the frame' : `Rendering ${job.format}`;
      return { title: `${title}: ${Math.round(job.progress)} %`, detail: `${STAGES[job.stage] ?? job.stage}${frames}` };
    }
    case 'done': {
      const warnings = job.warnings === 0 ? '' : ` (${counted(job.warnings, 'warning')})`;
      return { title: `Done${warnings}`, detail: job.shown };
    }
    case 'cancelled':
      return { title: 'Cancelled', detail: `${job.shown} was not written.` };
    case 'failed':
      return {
        title: job.failure?.title ?? 'Failed',
        detail: `${job.failure?.message ?? ''} ${job.failure?.hint ?? ''}`.trim(),
      };
  }
}
