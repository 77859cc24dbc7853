/** Imported before all else: before a worker's own script runs, Chromium puts timers and others into its global only when that one's class is asked for. */
void (globalThis as { readonly WorkerGlobalScope?: unknown }).WorkerGlobalScope;
