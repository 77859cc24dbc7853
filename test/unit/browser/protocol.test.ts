/** Puppeteer's connection over the pipes of a browser that is two streams. */
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { ProtocolConnection } from '../../../libs/browser/src/protocol/connection.js';

interface Command {
  readonly id: number;
  readonly method: string;
  readonly sessionId?: string;
}

/** A browser that says what it is told to; `heard` resolves with the commands so far once there are `count`. */
function pretendBrowser() {
  const [toBrowser, fromBrowser] = [new PassThrough(), new PassThrough()];
  const commands: Command[] = [];
  let told = (): void => {};
  toBrowser.on('data', (data: Buffer) => {
    for (const text of data.toString().split('\0').filter(Boolean)) commands.push(JSON.parse(text) as Command);
    told();
  });
  const heard = async (count: number): Promise<readonly Command[]> => {
    while (commands.length < count) {
      await new Promise<void>((resolve) => {
        told = resolve;
      });
    }
    return commands;
  };
  const say = (...messages: object[]): void => {
    fromBrowser.write(messages.map((message) => `${JSON.stringify(message)}\0`).join(''));
  };
  return { connection: new ProtocolConnection(toBrowser, fromBrowser), fromBrowser, heard, say };
}

/** What a browser says to the first command, which attaches to a page: the session, then the answer. */
const attachedAs = (sessionId: string): readonly object[] => [
  { method: 'Target.attachedToTarget', params: { sessionId, targetInfo: { targetId: 'page', type: 'page' } } },
  { id: 1, result: { sessionId } },
];

it('answers go to the commands that asked, whatever their order and however they are cut', async () => {
  const { connection, fromBrowser, heard } = pretendBrowser();
  const version = connection.root.send('Browser.getVersion');
  const targets = connection.root.send('Target.getTargets');
  await heard(2);
  const text = `${JSON.stringify({ id: 2, result: { targetInfos: [] } })}\0${JSON.stringify({ id: 1, result: { product: 'Ü/1' } })}\0`;
  for (const byte of Buffer.from(text)) fromBrowser.write(Buffer.of(byte));
  expect(await version).toEqual({ product: 'Ü/1' });
  expect(await targets).toEqual({ targetInfos: [] });
});

it('a refusal names the command and the reason', async () => {
  const { connection, heard, say } = pretendBrowser();
  const refused = connection.root.send('Target.closeTarget', { targetId: 'gone' });
  await heard(1);
  say({ id: 1, error: { code: -32602, message: 'No target with given id found', data: 'gone' } });
  await expect(refused).rejects.toThrow(/Target\.closeTarget.*No target with given id found.*gone/);
});

it('a page hears its own events from the answer on that attached to it, and no others', async () => {
  const { connection, heard, say } = pretendBrowser();
  const lines: string[] = [];
  connection.root.on('Inspector.detached', () => lines.push('root'));
  const attached = connection.attach('page').then((session) => {
    session.once('Page.frameNavigated', ({ frame }) => lines.push(frame.url));
    return session;
  });
  await heard(1);
  const navigated = (url: string) => ({ method: 'Page.frameNavigated', params: { frame: { url } }, sessionId: 's' });
  say(...attachedAs('s'), navigated('first'), navigated('second'));
  const session = await attached;
  const enabled = session.send('Page.enable');
  expect((await heard(2))[1]).toMatchObject({ method: 'Page.enable', sessionId: 's' });
  say({ id: 2, result: {}, sessionId: 's' });
  await enabled;
  expect(lines).toEqual(['first']);
});

it('what waits on a page that goes fails, and so does what is asked of it afterwards', async () => {
  const { connection, heard, say } = pretendBrowser();
  const attached = connection.attach('page');
  await heard(1);
  say(...attachedAs('s'));
  const session = await attached;
  const waiting = session.send('Page.enable');
  say({ method: 'Target.detachedFromTarget', params: { sessionId: 's' } });
  await expect(waiting).rejects.toThrow(/Page\.enable.*Target closed/);
  await expect(session.send('Page.enable')).rejects.toThrow(/Page\.enable.*closed/);
});

it('the end of the browser fails all that waits, and is told', async () => {
  const { connection, fromBrowser } = pretendBrowser();
  const waiting = connection.root.send('Browser.getVersion');
  fromBrowser.destroy();
  await expect(waiting).rejects.toThrow(/Browser\.getVersion.*closed/);
  await connection.closed;
});
