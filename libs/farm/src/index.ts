/** What producers and workers share: records of renders, the line, permits, queues and events in Redis. */
export {};
