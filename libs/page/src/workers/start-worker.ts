/** Workers of ours, whose scripts travel in the one of the page. */

const NativeWorker = Worker;
const NativeBlob = Blob;
const objectUrl = URL.createObjectURL.bind(URL);

/** `script` is the text of the worker, put in by the bundler. */
export function startWorker(script: string): Worker {
  return new NativeWorker(objectUrl(new NativeBlob([script], { type: 'text/javascript' })));
}
