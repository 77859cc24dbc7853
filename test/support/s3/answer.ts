import { type Bucket, type KeptObject, Refusal } from './bucket.js';

export interface S3Request {
  readonly method: string;
  readonly bucket: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  /** Asked to write only where nothing is. */
  readonly ifAbsent: boolean;
}

export interface S3Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

/** The part of S3's protocol that a store needs; anything else is 501. */
export function answer(bucket: Bucket, request: S3Request): S3Answer {
  const { method, key, query } = request;
  const uploadId = query.get('uploadId');
  if (key === '') {
    if (method === 'GET' && query.get('list-type') === '2') return listObjects(bucket, query);
    if (method === 'GET' && query.has('uploads')) return listUploads(bucket, query);
  } else if (uploadId !== null) {
    return answerForUpload(bucket, request, uploadId);
  } else if (method === 'POST' && query.has('uploads')) {
    const id = bucket.begin(key, aboutOf(request));
    return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
  } else if (method === 'PUT') {
    return { status: 200, headers: { etag: bucket.put(key, request.body, aboutOf(request), request.ifAbsent).etag } };
  } else if (method === 'GET' || method === 'HEAD') {
    return readObject(bucket.get(key), request);
  } else if (method === 'DELETE') {
    bucket.objects.delete(key);
    return { status: 204 };
  }
  throw new Refusal(501, 'NotImplemented');
}

function answerForUpload(bucket: Bucket, { method, key, query, body, ifAbsent }: S3Request, id: string): S3Answer {
  if (method === 'PUT') {
    return { status: 200, headers: { etag: bucket.putPart(key, id, Number(query.get('partNumber')), body) } };
  }
  if (method === 'POST') {
    const parts = [...body.toString().matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
      part: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
      etag: (/<ETag>(.*?)</.exec(part)?.[1] ?? '').replaceAll('&quot;', '"'),
    }));
    const { etag } = bucket.complete(key, id, parts, ifAbsent);
    return xml(`<CompleteMultipartUploadResult><ETag>${etag}</ETag></CompleteMultipartUploadResult>`);
  }
  if (method === 'DELETE') {
    bucket.upload(key, id);
    bucket.uploads.delete(id);
    return { status: 204 };
  }
  throw new Refusal(501, 'NotImplemented');
}

function readObject(object: KeptObject, { headers, query }: S3Request): S3Answer {
  const answered: Record<string, string> = {
    etag: object.etag,
    'last-modified': object.storedAt.toUTCString(),
    'accept-ranges': 'bytes',
    'content-type': query.get('response-content-type') ?? object.contentType,
  };
  const disposition = query.get('response-content-disposition');
  if (disposition !== null) answered['content-disposition'] = disposition;
  for (const [name, value] of Object.entries(object.metadata)) answered[`x-amz-meta-${name}`] = value;
  const size = object.bytes.length;
  const range = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '');
  if (range === null) return { status: 200, headers: { ...answered, 'content-length': `${size}` }, body: object.bytes };
  const start = Number(range[1]);
  const end = Math.min(Number(range[2]), size - 1);
  if (start >= size) throw new Refusal(416, 'InvalidRange');
  const body = object.bytes.subarray(start, end + 1);
  return { status: 206, headers: { ...answered, 'content-range': `bytes ${start}-${end}/${size}` }, body };
}

/** Pages of three, so that every longer list needs several. */
const PAGE = 3;

function listObjects(bucket: Bucket, query: URLSearchParams): S3Answer {
  const prefix = query.get('prefix') ?? '';
  const found = bucket.keys(prefix, query.get('continuation-token') ?? '');
  const page = found.slice(0, PAGE);
  const contents = page.map((key) => {
    const { bytes, storedAt } = bucket.get(key);
    const about = `<Size>${bytes.length}</Size><LastModified>${storedAt.toISOString()}</LastModified>`;
    return `<Contents><Key>${key}</Key>${about}</Contents>`;
  });
  const more = found.length > PAGE;
  const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return xml(`<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`);
}

function listUploads(bucket: Bucket, query: URLSearchParams): S3Answer {
  const uploads = [...bucket.uploads]
    .filter(([, { key }]) => key.startsWith(query.get('prefix') ?? ''))
    .map(([id, { key, startedAt }]) => {
      const about = `<UploadId>${id}</UploadId><Initiated>${startedAt.toISOString()}</Initiated>`;
      return `<Upload><Key>${key}</Key>${about}</Upload>`;
    });
  const list = `<IsTruncated>false</IsTruncated>${uploads.join('')}`;
  return xml(`<ListMultipartUploadsResult>${list}</ListMultipartUploadsResult>`);
}

function aboutOf({ headers }: S3Request): Pick<KeptObject, 'contentType' | 'metadata'> {
  const metadata: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith('x-amz-meta-')) metadata[name.slice('x-amz-meta-'.length)] = value ?? '';
  }
  return { contentType: headers['content-type'] ?? 'binary/octet-stream', metadata };
}

const xml = (text: string): S3Answer => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>${text}`,
});
