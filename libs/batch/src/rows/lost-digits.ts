/** Numbers that are not read as they were written. */

/** Why, in words about the number. */
export const LOST_DIGITS = `a number beyond ${Number.MAX_SAFE_INTEGER}, which may have lost its last digits; write it as a text`;

/** Whether other whole numbers are read as the same one: ids of a database, or times in nanoseconds. */
export const losesDigits = (value: unknown): boolean => Number.isInteger(value) && !Number.isSafeInteger(value);
