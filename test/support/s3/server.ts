import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer, type S3Request } from './answer.js';
import { Bucket, Refusal } from './bucket.js';
import { type Account, refusal } from './signature.js';

export const ACCOUNT: Account = {
  accessKeyId: 'farm-test',
  secretAccessKey: 'only/for+tests',
  region: 'test-region-1',
};
export const BUCKET = 'farm-bucket';

export interface S3Server {
  readonly bucket: Bucket;
  /** Method and path of every request whose signature held. */
  readonly requests: string[];
  /** Settings for `openStore` as this account, or as one that differs in the fields given. */
  env(other?: Partial<Account>): Record<string, string>;
  /** Moves the server's clock, in seconds. */
  turnClock(seconds: number): void;
  /** Runs before a signed request is answered; what it throws or awaits is what the client meets. */
  before: (request: S3Request, socket: { destroy(): void }, response: ServerResponse) => Promise<void> | void;
  /** Obeys no If-None-Match when false, like older servers. */
  conditions: boolean;
  close(): Promise<void>;
}

/** An S3 server with one bucket, in this process, that checks every signature with code of its own. `host`: where it listens. */
export async function startS3(host = '127.0.0.1'): Promise<S3Server> {
  let offset = 0;
  const now = () => new Date(Date.now() + offset * 1000);
  const bucket = new Bucket(now);
  const requests: string[] = [];
  const server = createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy());
  });

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    // Clients correct their clocks by it.
    response.setHeader('date', now().toUTCString());
    const body = await bodyOf(incoming);
    const { method = '', url: target = '' } = incoming;
    const headers = incoming.headers as Record<string, string | undefined>;
    const bodySha256 = createHash('sha256').update(body).digest('hex');
    try {
      const refused = refusal({ method, target, headers, bodySha256 }, ACCOUNT, now());
      if (refused !== null) throw new Refusal(refused.startsWith('Authorization') ? 400 : 403, refused);
      const request = readRequest(method, target, headers, body, self.conditions);
      requests.push(`${method} ${target}`);
      await self.before(request, incoming.socket, response);
      if (response.writableEnded) return;
      if (request.bucket !== BUCKET) throw new Refusal(404, 'NoSuchBucket');
      const { status, headers: more = {}, body: bytes = '' } = answer(bucket, request);
      response.writeHead(status, { 'content-length': Buffer.byteLength(bytes), ...more });
      response.end(method === 'HEAD' ? '' : bytes);
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      const text = `<?xml version="1.0"?><Error><Code>${thrown.code}</Code><Message>${thrown.code}</Message></Error>`;
      response.writeHead(thrown.status, { 'content-type': 'application/xml' });
      response.end(method === 'HEAD' ? '' : text);
    }
  }

  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  const self: S3Server = {
    bucket,
    requests,
    before: () => {},
    conditions: true,
    turnClock: (seconds) => {
      offset += seconds;
    },
    env: (other = {}) => {
      const account = { ...ACCOUNT, ...other };
      return {
        S3_ENDPOINT: `http://${host}:${port}`,
        S3_REGION: account.region,
        S3_ACCESS_KEY_ID: account.accessKeyId,
        S3_SECRET_ACCESS_KEY: account.secretAccessKey,
      };
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return self;
}

function readRequest(
  method: string,
  target: string,
  headers: Record<string, string | undefined>,
  body: Buffer,
  conditions: boolean,
): S3Request {
  const url = new URL(target, 'http://server');
  const [, bucket = '', ...key] = url.pathname.split('/').map(decodeURIComponent);
  const ifAbsent = conditions && headers['if-none-match'] === '*';
  return { method, bucket, key: key.join('/'), query: url.searchParams, headers, body, ifAbsent };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}
