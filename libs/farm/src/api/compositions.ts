/** Uploaded projects (http-api 3.7). */
import type { Page } from './page.js';

export interface CompositionRecord {
  /** `cmp_` and the hex digest of the listing. */
  readonly id: string;
  readonly owner: string;
  readonly entryFile: string;
  readonly files: number;
  /** Bytes unpacked. */
  readonly size: number;
  readonly lint: { readonly errorCount: number; readonly warningCount: number };
  /** The archive in the store. */
  readonly storeKey: string;
  readonly createdAt: string;
  readonly lastUsedAt: string;
}

export interface Compositions {
  put(
    composition: Omit<CompositionRecord, 'createdAt' | 'lastUsedAt'>,
  ): Promise<{ readonly record: CompositionRecord; readonly created: boolean }>;
  get(owner: string, id: string): Promise<CompositionRecord | null>;
  /** The one whose archive lies under this key of the store; null when none does. */
  ofArchive(storeKey: string): Promise<CompositionRecord | null>;
  /** Notes a use; false when there is no such composition any more. */
  touch(owner: string, id: string): Promise<boolean>;
  list(owner: string, limit: number, after?: string): Promise<Page<CompositionRecord>>;
  /** Whether an unfinished render or a running batch needs it. */
  isNeeded(owner: string, id: string): Promise<boolean>;
  /** `in-use` while an unfinished render needs it, and when it was used after `lastUsedAt`. */
  remove(owner: string, id: string, lastUsedAt?: Date): Promise<'removed' | 'in-use' | 'unknown'>;
}
