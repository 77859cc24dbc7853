/** Sending a finished file with ranges, tags and names (http-api 3.5), from either kind of store. */
import { Readable } from 'node:stream';
import { FramefarmError, SEQUENCE_FILE_TYPES } from '@framefarm/contract';
import type { RenderArtefact, RenderRecord } from '@framefarm/farm';
import type { ObjectStore } from '@framefarm/storage';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesTag, sendNotModified } from '../http/entity-tag.js';
import { STORE } from '../tokens.js';
import { chooseRange } from './byte-range.js';
import { contentDisposition, downloadName } from './output-headers.js';
import { openSequenceFile, type SequenceFile } from './sequence-file.js';

/** Life of a signed URL of an object store, seconds. */
const SIGNED_SECONDS = 900;

export interface SendChoices {
  readonly disposition: 'attachment' | 'inline';
  /** A signed URL of the object store may answer in our place. */
  readonly redirect: boolean;
  readonly cacheControl: string;
}

@Injectable()
export class OutputSender {
  constructor(@Inject(STORE) private readonly store: ObjectStore) {}

  /** @throws FramefarmError OUTPUT_EXPIRED, RANGE_NOT_SATISFIABLE, STORE_UNAVAILABLE */
  send(record: RenderRecord, choices: SendChoices, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    return asFile(reply, () => this.#send(requiredOutput(record), record.outputName, choices, request, reply));
  }

  async #send(
    output: RenderArtefact,
    outputName: string | null,
    choices: SendChoices,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const name = downloadName(output, outputName);
    const tag = `"${output.sha256}"`;
    void reply.headers({
      etag: tag,
      'accept-ranges': 'bytes',
      'cache-control': choices.cacheControl,
      'content-disposition': contentDisposition(choices.disposition, name),
      'x-content-type-options': 'nosniff',
    });
    if (matchesTag(request.headers['if-none-match'], tag)) return sendNotModified(request, reply);
    const isHead = request.method === 'HEAD';
    // A signed URL is for GET: a HEAD that followed it would be refused.
    const mayRedirect = choices.redirect && !isHead && this.store.kind === 's3';
    if (mayRedirect && (await this.#redirect(output, name, choices, reply))) return;
    // A range is of GET alone (RFC 9110 14.2).
    const asked = isHead ? undefined : request.headers.range;
    const range = chooseRange(output.size, tag, asked, one(request.headers['if-range']));
    if (range.kind === 'outside') {
      void reply.header('content-range', `bytes */${output.size}`);
      throw new FramefarmError('RANGE_NOT_SATISFIABLE', `The file has ${output.size} bytes.`);
    }
    void reply.type(output.contentType);
    if (isHead) {
      if ((await this.store.head(output.storeKey)) === null) throw expired();
      return void reply.header('content-length', String(output.size)).send(Readable.from([]));
    }
    const part = range.kind === 'part' ? range : undefined;
    const read = await this.store.read(output.storeKey, part);
    if (read === null) throw expired();
    if (part !== undefined) {
      void reply.status(206).header('content-range', `bytes ${part.start}-${part.end}/${output.size}`);
    }
    const length = part === undefined ? output.size : part.end - part.start + 1;
    void reply.header('content-length', String(length)).send(read.body);
  }

  /** One file of a sequence, read out of its stored archive. @throws FramefarmError NOT_FOUND, OUTPUT_EXPIRED, STORE_UNAVAILABLE */
  sendFile(record: RenderRecord, name: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    return asFile(reply, () => this.#sendFile(requiredOutput(record), name, request, reply));
  }

  async #sendFile(output: RenderArtefact, name: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!output.files.includes(name)) throw new FramefarmError('NOT_FOUND', 'The output has no such file.');
    // The archive is named by its content, and so is what lies in it under a name.
    const tag = `"${output.sha256}/${name}"`;
    void reply.headers({ etag: tag, 'cache-control': 'private, no-cache' });
    if (matchesTag(request.headers['if-none-match'], tag)) return sendNotModified(request, reply);
    const file: SequenceFile | null = await openSequenceFile(this.store, output, name);
    if (file === null) throw expired();
    void reply
      .headers({
        'content-length': String(file.size),
        'content-disposition': contentDisposition('attachment', name),
        'x-content-type-options': 'nosniff',
      })
      .type(SEQUENCE_FILE_TYPES[name.endsWith('.png') ? '.png' : '.aac'])
      .send(file.body);
  }

  async #redirect(
    output: RenderArtefact,
    fileName: string,
    { disposition }: SendChoices,
    reply: FastifyReply,
  ): Promise<boolean> {
    const { contentType } = output;
    const options = { expiresSeconds: SIGNED_SECONDS, fileName, contentType, disposition };
    const url = await this.store.downloadUrl(output.storeKey, options);
    if (url === null) return false;
    void reply.status(307).header('location', url).send();
    return true;
  }
}

/** Does `work`; a refusal in its place is neither saved under the name of the file nor kept as the file. */
async function asFile(reply: FastifyReply, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    for (const name of ['etag', 'accept-ranges', 'content-disposition', 'content-length'])
      void reply.removeHeader(name);
    throw thrown;
  }
}

/** The artefact of a completed render that is still kept. @throws FramefarmError for every other render. */
function requiredOutput({ status, output }: RenderRecord): RenderArtefact {
  if (status === 'failed' || status === 'cancelled') {
    throw new FramefarmError('RENDER_HAS_NO_OUTPUT', `The render is ${status}; it has no output.`);
  }
  if (status !== 'completed') {
    throw new FramefarmError('RENDER_NOT_FINISHED', `The render is ${status}; its output is not ready.`);
  }
  if (output === null || Date.parse(output.expiresAt) <= Date.now()) throw expired();
  return output;
}

const expired = (): FramefarmError => new FramefarmError('OUTPUT_EXPIRED', 'The output is no longer kept.');
const one = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : header?.[0];
