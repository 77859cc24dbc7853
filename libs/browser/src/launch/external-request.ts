/** What the page asks of the world outside the project, and how it is answered. */

/** A request to any address but the project origin. */
export interface ExternalRequest {
  /** Absolute URL as the browser canonicalised it. */
  readonly url: string;
  /** Upper case. */
  readonly method: string;
  /** Kind by the browser's own word, e.g. `Script`, `Image`, `Document`, `XHR`; `Other` when unknown. */
  readonly resourceType: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface ExternalResponse {
  /** 200 to 599. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface ExternalRefusal {
  /** Why, for the log; the page learns nothing of it. */
  readonly refused: string;
  /** False when the refusal is no matter of network policy and must not raise `network_blocked`. */
  readonly report?: boolean;
}

/** Decides on one outside request; must not throw. Only it may open a connection, never the browser. */
export type ExternalResolver = (request: ExternalRequest) => Promise<ExternalResponse | ExternalRefusal>;

/** Refuses everything (`--offline`). */
export const refuseAll: ExternalResolver = async () => ({ refused: 'the network is off' });

export const isRefusal = (answer: ExternalResponse | ExternalRefusal): answer is ExternalRefusal => 'refused' in answer;

/** Hosts that were refused, each once, in the order of the first refusal; at most 100. */
export class BlockedHosts {
  readonly #hosts = new Map<string, string>();
  readonly #told = new Set<string>();

  add(host: string, reason: string): void {
    if (this.#hosts.size < 100 && !this.#hosts.has(host)) this.#hosts.set(host, reason);
  }

  /** What became of a request: whether it was refused, and its resolver tells why. */
  answered(url: string, isTold: boolean): void {
    if (isTold) this.#told.add(url);
    else this.#told.delete(url);
  }

  isTold(url: string): boolean {
    return this.#told.has(url);
  }

  /** Hands the collected hosts out and forgets them. */
  take(): { readonly host: string; readonly reason: string }[] {
    const taken = [...this.#hosts].map(([host, reason]) => ({ host, reason }));
    this.#hosts.clear();
    return taken;
  }
}
