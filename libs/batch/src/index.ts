/** Batches: rows read and checked as a whole, rendered side by side, and recorded in a manifest (cli 5). */
export {};
