/** The typed client of the HTTP API. */
export {};
