/** The producer: the HTTP API in front of the farm. */
export {};
