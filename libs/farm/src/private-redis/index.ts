/** A Redis server of this machine: finding it, and one of our own for a farm on one machine. */
export * from './find-redis.js';
export * from './start-redis.js';
