export * from './assemble/assemble.js';
export type { Segment } from './assemble/join-args.js';
export * from './assemble/verify.js';
export { encodedSize, type SegmentInput } from './encode/codec-args.js';
export { sequenceFrameName } from './encode/png-sequence.js';
export { segmentName } from './encode/segment-args.js';
export * from './encode/segment-encoder.js';
export * from './ffmpeg/find.js';
export * from './probe/probe.js';
