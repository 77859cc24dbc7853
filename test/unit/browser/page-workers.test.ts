/** Workers get their clock, and are collected beside their page (issue 5, memory flat). */
import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import type { ProtocolSession } from '../../../libs/browser/src/protocol/session.js';
import { PageWorkers } from '../../../libs/browser/src/stage/page-workers.js';

class FakeSession extends EventEmitter {
  readonly sent: string[] = [];
  readonly #answer: (method: string) => Promise<unknown>;

  constructor(answer: (method: string) => Promise<unknown> = async () => ({})) {
    super();
    this.#answer = answer;
  }

  send(method: string): Promise<unknown> {
    this.sent.push(method);
    return this.#answer(method);
  }

  get protocol(): ProtocolSession {
    return this as unknown as ProtocolSession;
  }
}

const ATTACH = 'Target.setAutoAttach';
const COLLECT = 'HeapProfiler.collectGarbage';

function pageOf(...workers: FakeSession[]): FakeSession {
  const page = new FakeSession(async () => {
    for (const worker of workers) page.emit('sessionattached', worker);
    return {};
  });
  return page;
}

it('attaches to them once, when it is first asked for', async () => {
  const worker = new FakeSession();
  const page = pageOf(worker);
  const workers = new PageWorkers(page.protocol, null);
  expect(page.sent).toEqual([]);
  await workers.collectGarbage();
  await workers.collectGarbage();
  expect(page.sent).toEqual([ATTACH]);
  expect(worker.sent).toEqual([COLLECT, COLLECT]);
});

it('leaves one alone that has ended', async () => {
  const worker = new FakeSession();
  const page = pageOf(worker);
  const workers = new PageWorkers(page.protocol, null);
  await workers.collectGarbage();
  page.emit('sessiondetached', worker);
  await workers.collectGarbage();
  expect(worker.sent).toEqual([COLLECT]);
});

it('asks one that computes again only when it has answered', async () => {
  const answer = Promise.withResolvers<unknown>();
  const busy = new FakeSession(() => answer.promise);
  const other = new FakeSession();
  const workers = new PageWorkers(pageOf(busy, other).protocol, null, 1);
  await workers.collectGarbage();
  await workers.collectGarbage();
  expect(busy.sent).toEqual([COLLECT]);
  expect(other.sent).toEqual([COLLECT, COLLECT]);
  answer.resolve({});
  await answer.promise;
  await new Promise(setImmediate);
  await workers.collectGarbage();
  expect(busy.sent).toEqual([COLLECT, COLLECT]);
});

it('does not fail for a page that is lost', async () => {
  const lost = new FakeSession(() => Promise.reject(new Error('Session closed')));
  await expect(new PageWorkers(lost.protocol, null).collectGarbage()).resolves.toBeUndefined();
});

it('gives each its clock before it goes on, also to those that it makes', async () => {
  const inner = new FakeSession();
  const worker = pageOf(inner);
  const page = pageOf(worker);
  await new PageWorkers(page.protocol, 'clock()').giveClock();
  const told = [ATTACH, 'Runtime.evaluate', 'Runtime.runIfWaitingForDebugger'];
  expect(page.sent).toEqual([ATTACH, 'Page.addScriptToEvaluateOnNewDocument']);
  // A fake one tells of its workers at each command.
  expect(worker.sent.slice(0, 3)).toEqual(told);
  expect(inner.sent.slice(0, 3)).toEqual(told);
});
