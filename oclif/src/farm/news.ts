/** What happens to a render on its way to and through a farm, beside what every render tells (cli 7). */
export type FarmNews =
  | {
      readonly kind: 'project-packed';
      readonly compositionId: string;
      readonly files: number;
      /** Bytes of all files. */
      readonly size: number;
      readonly largest: readonly { readonly path: string; readonly size: number }[];
      /** True when the farm holds it already, so that nothing is sent. */
      readonly known: boolean;
    }
  /** `bytes` of the archive. */
  | { readonly kind: 'project-uploaded'; readonly compositionId: string; readonly bytes: number }
  | { readonly kind: 'render-submitted'; readonly renderId: string; readonly url: string }
  /** `ahead`: renders before it in the line. */
  | { readonly kind: 'render-queued'; readonly renderId: string; readonly ahead: number }
  /** No worker does its version, or none takes steps at all. */
  | { readonly kind: 'render-waiting'; readonly renderId: string; readonly message: string }
  | { readonly kind: 'batch-submitted'; readonly batchId: string; readonly url: string }
  /** No worker takes steps. */
  | { readonly kind: 'batch-waiting'; readonly batchId: string; readonly message: string }
  | { readonly kind: 'farm-lost'; readonly reason: string }
  /** It takes no more requests of this key for now; told to people alone, as nothing of the render changes by it. */
  | { readonly kind: 'farm-busy'; readonly waitMs: number };

export type FarmListener = (news: FarmNews) => void;
