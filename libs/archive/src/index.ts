/** A project as one archive: packed, named by its content, unpacked within limits. */
export {};
