import type { HeadObjectCommandOutput } from '@aws-sdk/client-s3';
import type { StoredObject } from '../store.js';
import { isAbsent } from './failures.js';

type Facts = Pick<HeadObjectCommandOutput, 'Metadata' | 'LastModified' | 'ContentType'>;

/** Null for an object without a SHA-256: somebody else put it there. */
export function describe(key: string, facts: Facts, size: number | undefined): StoredObject | null {
  const sha256 = facts.Metadata?.sha256;
  if (sha256 === undefined || size === undefined) return null;
  const storedAt = facts.LastModified ?? new Date(0);
  return {
    key,
    size,
    sha256,
    storedAt,
    ...(facts.ContentType === undefined ? {} : { contentType: facts.ContentType }),
  };
}

export async function unlessAbsent<Answer>(request: Promise<Answer>): Promise<Answer | null> {
  try {
    return await request;
  } catch (thrown) {
    if (isAbsent(thrown)) return null;
    throw thrown;
  }
}
