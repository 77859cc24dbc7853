import { lookup } from 'mrmime';

/** Types that the table of mrmime lacks, or that browsers need otherwise for modules and media to work. */
const OWN: Readonly<Record<string, string>> = {
  cjs: 'text/javascript',
  cube: 'text/plain',
  glb: 'model/gltf-binary',
  gltf: 'model/gltf+json',
  ico: 'image/x-icon',
  js: 'text/javascript',
  m4a: 'audio/mp4',
  m4v: 'video/mp4',
  mjs: 'text/javascript',
  mkv: 'video/x-matroska',
  mov: 'video/quicktime',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  ts: 'video/mp2t',
  vtt: 'text/vtt',
  wasm: 'application/wasm',
  wav: 'audio/wav',
};

/** The content type for a file name; text types carry `charset=utf-8`. Unknown endings: `application/octet-stream`. */
export function contentTypeOf(fileName: string): string {
  const ending = /\.([^./]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  const type = OWN[ending] ?? lookup(ending) ?? 'application/octet-stream';
  const textual = type.startsWith('text/') || /^application\/(json|xml|javascript)|\+(json|xml)$/.test(type);
  return textual ? `${type}; charset=utf-8` : type;
}
