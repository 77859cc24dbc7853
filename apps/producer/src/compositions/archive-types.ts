/** Content types of an uploaded project (http-api 3.7). */
export const ARCHIVE_TYPES = ['application/zip', 'application/x-tar', 'application/gzip'];
