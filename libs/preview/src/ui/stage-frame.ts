/** One document of the composition in a frame of its own, and the line to the agent inside it. */
import {
  type AgentAnswer,
  type AgentCall,
  type AgentCalls,
  type AgentHello,
  CONNECT,
  STAGE_PATHS,
} from '../protocol.js';

/** Time for the composition's document to say its first word, ms. */
const HELLO_MS = 30_000;
/**
 * What the document may do. Its origin is its own, so that it can read its project and nothing of this page; it opens no
 * windows, shows no dialogs, submits no forms and cannot leave the frame.
 */
const SANDBOX = 'allow-scripts allow-same-origin';

export interface StageFrame {
  readonly element: HTMLIFrameElement;
  /** Its requests to other hosts are answered as in a render. */
  readonly guarded: boolean;
  call<C extends AgentCall>(call: C, ask: AgentCalls[C]['ask']): Promise<AgentCalls[C]['answer']>;
  /** Called when the document is replaced by its own doing: it reloaded or left. */
  onLeft: () => void;
  remove(): void;
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** Opens the composition in a hidden frame inside `parent`. Rejects when its document stays silent. */
export async function openStageFrame(
  parent: Element,
  port: number,
  width: number,
  height: number,
): Promise<StageFrame> {
  const origin = `http://${location.hostname}:${port}`;
  const element = document.createElement('iframe');
  element.title = 'Composition';
  element.className = 'coming';
  element.tabIndex = -1;
  element.setAttribute('sandbox', SANDBOX);
  element.allow = 'autoplay';
  element.style.width = `${width}px`;
  element.style.height = `${height}px`;
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  let channel: MessageChannel | null = null;
  let greeted: (hello: AgentHello) => void = () => {};
  const greeting = new Promise<AgentHello>((resolve, reject) => {
    greeted = resolve;
    setTimeout(() => reject(new Error(`The composition's page did not load within ${HELLO_MS / 1000} s.`)), HELLO_MS);
  });

  const hear = (event: MessageEvent): void => {
    if (event.source !== element.contentWindow || event.origin !== origin) return;
    if ((event.data as AgentHello | null)?.framefarm !== 'agent') return;
    if (channel !== null) {
      frame.onLeft();
      return;
    }
    channel = new MessageChannel();
    channel.port1.onmessage = ({ data }: MessageEvent<AgentAnswer>) => {
      const call = waiting.get(data.id);
      waiting.delete(data.id);
      if (data.ok) call?.resolve(data.answer);
      else call?.reject(new Error(data.message));
    };
    element.contentWindow?.postMessage(CONNECT, origin, [channel.port2]);
    greeted(event.data as AgentHello);
  };
  window.addEventListener('message', hear);
  const remove = (): void => {
    window.removeEventListener('message', hear);
    channel?.port1.close();
    element.remove();
    for (const { reject } of waiting.values()) reject(new Error('The page was replaced.'));
    waiting.clear();
  };
  let guarded = false;
  const frame: StageFrame = {
    element,
    get guarded() {
      return guarded;
    },
    call: (call, ask) =>
      new Promise((resolve, reject) => {
        asked += 1;
        waiting.set(asked, { resolve: resolve as Waiting['resolve'], reject });
        channel?.port1.postMessage({ id: asked, call, ask });
      }),
    onLeft: () => {},
    remove,
  };
  element.src = `${origin}${STAGE_PATHS.open}`;
  parent.append(element);
  try {
    guarded = (await greeting).guarded;
    return frame;
  } catch (error) {
    remove();
    throw error;
  }
}
