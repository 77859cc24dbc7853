/** The text of the page runtime, made from its sources. */
export declare function bundleRuntime(): Promise<string>;
/** The text of the clock of workers, made from its sources. */
export declare function bundleWorkerClock(): Promise<string>;
/** The module with which the surface's worker converts its pictures, assembled: its memory and three conversions. */
export declare function pictureModule(): Promise<Uint8Array<ArrayBuffer>>;
/** The module with which a tap's worker converts its pictures, assembled: its memory and `rematrix`. */
export declare function rematrixModule(): Promise<Uint8Array<ArrayBuffer>>;
/** The module that makes colours of decoded pictures of a video. */
export declare function coloursModule(): Promise<Uint8Array<ArrayBuffer>>;
