/** The text of the page runtime, made from its sources. */
export declare function bundleRuntime(): Promise<string>;
