import type { Warning } from '@framefarm/contract';
import {
  howToHave,
  type PackageMiss,
  type Substitution,
  scriptUnavailableWarning,
  versionMismatchWarning,
} from '../packages/package-map.js';
import type { DownloadResult } from './download.js';

const SCRIPTS = new Set(['script', 'worker', 'sharedworker', 'serviceworker', 'audioworklet', 'paintworklet']);
const ASSETS = new Set(['image', 'video', 'audio', 'track', 'font', 'style', 'object', 'embed']);

/** What a render tells about requests to other hosts: each fact once, however many lanes met it. */
export class ExternalRecord {
  readonly #warnings = new Map<string, Warning>();
  readonly #substitutions = new Map<string, Substitution>();

  /** `offline`: no origin is allowed, whatever is listed. */
  constructor(private readonly offline: boolean) {}

  get warnings(): readonly Warning[] {
    return [...this.#warnings.values()];
  }

  get substitutions(): readonly Substitution[] {
    return [...this.#substitutions.values()];
  }

  served(substitution: Substitution | undefined): void {
    if (substitution !== undefined) this.#substitutions.set(substitution.url, substitution);
  }

  /** A refusal names the host only: paths and queries may carry what the author keeps to himself. */
  refused(host: string, reason: string): void {
    const otherwise = this.offline ? 'render without --offline' : 'allow the origin with --allow-network';
    this.#add(`refused ${host}`, {
      code: 'network_blocked',
      stage: 'capture',
      message:
        `The network policy refused ${host === '' ? 'a request' : host}: ${reason}. ` +
        `Put the file into the project, or ${otherwise}.`,
      details: { host, reason },
    });
  }

  failure(url: string, destination: string, miss: PackageMiss, result: DownloadResult & { ok: false }): void {
    const mismatch = versionMismatchWarning(url, miss);
    if (mismatch !== null) this.#add(`version ${url}`, mismatch);
    if (result.kind === 'refused') this.refused(result.host, result.reason);
    if (SCRIPTS.has(destination)) {
      this.#add(`script ${url}`, scriptUnavailableWarning(url, miss, result.reason));
    } else if (ASSETS.has(destination)) {
      this.#add(`asset ${url}`, {
        code: 'media_load_failed',
        stage: 'capture',
        message: `${url} (${destination}) cannot be loaded: ${result.reason}. ${howToHave(url, miss)}`,
        details: { url, destination, reason: result.reason },
      });
    } else if (result.kind === 'failed') {
      this.#add(`asset ${url}`, {
        code: 'media_load_failed',
        stage: 'capture',
        message: `${url} cannot be loaded: ${result.reason}.`,
        details: { url, destination, reason: result.reason },
      });
    }
  }

  #add(key: string, warning: Warning): void {
    if (!this.#warnings.has(key)) this.#warnings.set(key, warning);
  }
}
