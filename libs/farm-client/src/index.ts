/** The typed client of the HTTP API. */
export * from './access.js';
export * from './api.js';
export type { FollowOptions, StreamEvent } from './events/event-stream.js';
export * from './farm-client.js';
export type { OnBusy, SendOptions } from './http/transport.js';
