/** Has workers that the scripts of a document, or of a worker, make followed. */
import { replaceMethod } from '../natives/wrap-natives.js';
import type { FollowedWorkers } from './followed-workers.js';
import { transferredBy } from './transferred.js';

/** Before any script of the author. `wordsFor`: of the address of a script. */
export function wrapWorkers(workers: FollowedWorkers, wordsFor: (url: string) => string): void {
  globalThis.Worker = new Proxy(Worker, {
    construct(target, args, newTarget) {
      const made: Worker = Reflect.construct(target, args, newTarget);
      workers.follow(made, wordsFor(String(args[0])));
      return made;
    },
  });
  replaceMethod<Worker>(Worker.prototype, 'postMessage', (worker, native, [, options]) => {
    workers.sends(worker, transferredBy(options));
    return native();
  });
  replaceMethod<Worker>(Worker.prototype, 'terminate', (worker, native) => {
    workers.ends(worker);
    return native();
  });
  replaceMethod<MessagePort>(MessagePort.prototype, 'postMessage', (_, native) => {
    workers.sendsByPort();
    return native();
  });
}
