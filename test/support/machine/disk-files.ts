/**
 * Imported for its effect: what this file's tests make lies where it does without the suite, which keeps temporary files in memory.
 * A container has a /dev of its own.
 */
process.env.TMPDIR = process.env.FRAMEFARM_TEST_DISK ?? process.env.TMPDIR ?? '/tmp';
