/** Workers of ours, whose scripts travel in the one of the page. */
import { OWN_WORKER_NAME } from '@framefarm/contract';

const NativeWorker = Worker;
const NativeBlob = Blob;
const objectUrl = URL.createObjectURL.bind(URL);

/** `script` is the text of the worker, put in by the bundler. */
export function startWorker(script: string): Worker {
  return new NativeWorker(objectUrl(new NativeBlob([script], { type: 'text/javascript' })), {
    name: OWN_WORKER_NAME,
  });
}
