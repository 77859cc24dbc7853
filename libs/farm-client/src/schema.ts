/** Types of the HTTP API. Made by "npm run farm-client" from the API document; not to be edited. */
export interface paths {
    "/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List batches, newest first */
        get: operations["listBatches"];
        put?: never;
        /** Submit a batch */
        post: operations["submitBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batches/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a batch */
        get: operations["readBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batches/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a batch */
        post: operations["cancelBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batches/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a batch
         * @description The events of its renders with row, then batch-completed. Ids and Last-Event-ID as for a render.
         */
        get: operations["followBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batches/{id}/manifest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The manifest of a batch */
        get: operations["readBatchManifest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batches/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check a batch; nothing is stored */
        post: operations["checkBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/compositions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List uploaded projects */
        get: operations["listCompositions"];
        put?: never;
        /** Upload a project */
        post: operations["uploadComposition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/compositions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an uploaded project */
        get: operations["readComposition"];
        put?: never;
        post?: never;
        /** Delete an uploaded project */
        delete: operations["deleteComposition"];
        options?: never;
        /** Read an uploaded project: headers alone */
        head: operations["readCompositionHeaders"];
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The API as a page */
        get: operations["readDocs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/farm/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the limits */
        get: operations["readLimits"];
        /** Set the limits */
        put: operations["setLimits"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/farm/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See what the next run of retention would remove
         * @description Nothing is removed. The run itself is a schedule of the farm, every ten minutes.
         */
        get: operations["previewRetention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/farm/workers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The same as GET /workers */
        get: operations["listFarmWorkers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/farm/workers/{id}/clear": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let a worker take steps again that was blocked because steps of several renders failed on it */
        post: operations["clearWorker"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/farm/workers/{id}/drain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let a worker finish and take nothing more */
        post: operations["drainWorker"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The service runs */
        get: operations["readHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The event loop turns; nothing else is looked at */
        get: operations["readLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/lint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lint a project */
        post: operations["lintComposition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/llms.txt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The API in short, for agents */
        get: operations["readLlmsText"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The farm in numbers, for Prometheus */
        get: operations["readMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This document */
        get: operations["readOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/outputs/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download by token */
        get: operations["downloadByToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        /** Download by token: headers alone */
        head: operations["downloadByTokenHeaders"];
        patch?: never;
        trace?: never;
    };
    "/problems/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a problem code means */
        get: operations["explainProblem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** New work can be taken */
        get: operations["readReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/render": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Render and answer when finished */
        post: operations["renderAndWait"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/render/queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The limit, the renders in flight and those that wait */
        get: operations["readQueue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/render/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Render and follow it as server-sent events
         * @description Messages of data alone: queued when the render has to wait, progress, then complete, error or cancelled.
         */
        post: operations["renderAsStream"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/renders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List renders, newest first */
        get: operations["listRenders"];
        put?: never;
        /** Submit a render */
        post: operations["submitRender"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/renders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a render */
        get: operations["readRender"];
        put?: never;
        post?: never;
        /** Delete a finished render and its files */
        delete: operations["deleteRender"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/renders/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a render */
        post: operations["cancelRender"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/renders/{id}/chunks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The chunks of a render */
        get: operations["listRenderChunks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/renders/{id}/deletion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What deleting a render would remove */
        get: operations["previewRenderDeletion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/renders/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a render
         * @description Server-sent events with ids: queued, waiting, state, progress, warning, then completed, failed or cancelled. With Last-Event-ID the stream goes on after that event. A gap event with the whole render comes first when older events are gone.
         */
        get: operations["followRender"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/renders/{id}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Last lines that the engines of a render wrote, by step */
        get: operations["readRenderLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/renders/{id}/output": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download the output */
        get: operations["downloadOutput"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        /** Download the output: headers alone */
        head: operations["downloadOutputHeaders"];
        patch?: never;
        trace?: never;
    };
    "/renders/{id}/output/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One file of a png-sequence */
        get: operations["downloadOutputFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/renders/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Run a failed or cancelled render again */
        post: operations["retryRender"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/renders/{id}/webhook-deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Webhooks of a render and their tries */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/renders/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check a submission; nothing is stored */
        post: operations["checkRender"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-deliveries/{id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a webhook again */
        post: operations["redeliverWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The workers and what they do */
        get: operations["listWorkers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Batch: {
            compositionId: string;
            concurrency: number;
            counts: {
                cancelled: number;
                completed: number;
                failed: number;
                queued: number;
                rendering: number;
                skipped: number;
                total: number;
            };
            /** Format: date-time */
            createdAt: string;
            failFast: boolean;
            finishedAt: string | null;
            id: string;
            labels: {
                [key: string]: string;
            };
            links: {
                cancel: string;
                events: string;
                manifest: string;
                self: string;
            };
            metadata: unknown;
            options: {
                [key: string]: unknown;
            };
            requestId: string;
            revision: number;
            /** @enum {string} */
            status: "running" | "completed" | "partial" | "failed" | "cancelled";
        };
        BatchCheck: {
            ok: boolean;
            outputNames: string[];
            total: number;
        };
        BatchDto: {
            /**
             * @description Go on when an asset cannot be had.
             * @default true
             */
            bestEffort?: boolean;
            /** @description Use the host GPU for capture. Refused for now: capture on a host GPU is not part of this version; software rendering is always used. */
            browserGpu?: boolean;
            /**
             * @description Seconds for the page to load.
             * @default 60
             */
            browserTimeout?: number;
            /**
             * @description Package and directory that stand for a cdnjs library, such as pixi.js=pixi.js/dist; repeatable.
             * @example {
             *       "pixi.js": "pixi.js/dist"
             *     }
             */
            cdnjsPackage?: {
                [key: string]: string;
            };
            /**
             * @description Parts to capture in; auto follows the measured speed.
             * @default auto
             */
            chunks?: number | "auto";
            /**
             * @description Rows rendered at once.
             * @default 1
             */
            concurrency?: number;
            /** @description Constant rate factor; lower is better. Overrides the preset. Only for mp4, webm. */
            crf?: number;
            /**
             * @description Engine logs on stderr; temporary files are kept and named.
             * @default false
             */
            debug?: boolean;
            /**
             * @description Entry file inside the project.
             * @default index.html
             */
            entryFile?: string;
            /**
             * @description Start no row after the first failure.
             * @default false
             */
            failFast?: boolean;
            /**
             * @description Output format.
             * @default mp4
             * @enum {string}
             */
            format?: "mp4" | "mov" | "webm" | "gif" | "png-sequence";
            /**
             * @description Frames per second: an integer from 1 to 240, or a rational such as 30000/1001. GIF is capped at 30. Default: data-fps of the root, else 30.
             * @example 30
             * @example 30000/1001
             */
            fps?: number | string;
            /** @description Render only these frames of the composition, such as 30-89: numbers from 0, the last included. Default: all. */
            frames?: number | string;
            /** @description Render only from this time on: seconds such as 1.5, or 90s, 1:30, 00:00:03.5. Default: the start. */
            from?: number | string;
            /**
             * @description GIF loop count; 0 loops forever. Only for gif.
             * @default 0
             */
            gifLoop?: number;
            /** @description Use a hardware video encoder when one works. Refused for now: hardware encoding is not part of this version. */
            gpu?: boolean;
            /**
             * @deprecated
             * @description Old form of outputDynamicRange.
             * @enum {string}
             */
            hdrMode?: "auto" | "force-hdr" | "force-sdr";
            /**
             * @description Up to 16 pairs of texts, to filter lists by.
             * @example {
             *       "project": "launch"
             *     }
             */
            labels?: {
                [key: string]: string;
            };
            /** @description One lane, less memory. An explicit --workers wins. Default: on at 4 GB of memory or less. */
            lowMemoryMode?: boolean;
            /** @description Any JSON up to 4 KB; echoed in every object, event and webhook. */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * @description Refuse every network access.
             * @default false
             */
            offline?: boolean;
            /**
             * @description Dynamic range of the output; hdr needs mp4.
             * @default auto
             * @enum {string}
             */
            outputDynamicRange?: "auto" | "hdr" | "sdr";
            /**
             * @description Scale to a preset size by a whole factor; the aspect ratio must match. Default: native.
             * @enum {string}
             */
            outputResolution?: "landscape" | "portrait" | "square" | "landscape-4k" | "portrait-4k" | "square-4k" | "1080p" | "hd" | "4k" | "uhd";
            /**
             * @description Relative names of the outputs with {placeholders} of row keys; the extension is added when missing.
             * @default {index}
             */
            outputTemplate?: string;
            /**
             * @description Serve well-known CDN URLs from installed packages.
             * @default true
             */
            packageMap?: boolean;
            /**
             * @description How far an installed package may differ from the version that a URL names.
             * @default compatible
             * @enum {string}
             */
            packageVersions?: "exact" | "compatible" | "any";
            /**
             * @description Milliseconds for the page to settle.
             * @default 45000
             */
            playerReadyTimeout?: number;
            /**
             * @description More goes first; above 50 needs the scope priority. First in, first out within a priority.
             * @default 50
             */
            priority?: number;
            /**
             * @description Encoding preset: draft (CRF 28, ultrafast), standard (18, medium), high (15, slow).
             * @default standard
             * @enum {string}
             */
            quality?: "draft" | "standard" | "high";
            /**
             * @description How long the output is kept, seconds.
             * @default 604800
             */
            retentionSeconds?: number;
            /**
             * @description One output per row; a row is its variables.
             * @example [
             *       {
             *         "name": "Ada"
             *       },
             *       {
             *         "name": "Grace"
             *       }
             *     ]
             */
            rows: {
                [key: string]: unknown;
            }[];
            /** @description Exactly one of its fields. */
            source: components["schemas"]["SourceDto"];
            /**
             * @description Fail on warnings that change the picture or sound, and on lint errors.
             * @default false
             */
            strict?: boolean;
            /**
             * @description Fail on any warning.
             * @default false
             */
            strictAll?: boolean;
            /**
             * @description Refuse variables that do not fit the declarations.
             * @default false
             */
            strictVariables?: boolean;
            /**
             * @description Limit of the whole render from its first start, seconds.
             * @default 3600
             */
            timeoutSeconds?: number;
            /** @description Render only up to this time; the frame that begins there is left out. Default: the end. */
            to?: number | string;
            /**
             * @description Variables as a JSON object.
             * @example {
             *       "title": "Hello"
             *     }
             */
            variables?: {
                [key: string]: unknown;
            };
            /**
             * @description Target bitrate such as 10M or 5000k. Only for mp4, webm.
             * @example 10M
             */
            videoBitrate?: string;
            /**
             * @description Frames extracted from source videos; auto extracts none where the page can decode the video, and takes png where it can carry alpha.
             * @default auto
             * @enum {string}
             */
            videoFrameFormat?: "auto" | "jpg" | "png";
            /**
             * @description VP9 speed: higher is faster and larger. Only for webm.
             * @default 5
             */
            vp9CpuUsed?: number;
            /** @description Where to tell of the end (Standard Webhooks). */
            webhook?: components["schemas"]["WebhookDto"];
            /**
             * @description Parallel capture lanes, each a browser: 1 to 24, or auto.
             * @default auto
             */
            workers?: number | "auto";
        };
        BatchPage: {
            items: components["schemas"]["Batch"][];
            nextCursor: string | null;
        };
        ChunkList: {
            items: {
                attempts: number;
                firstFrame: number;
                frames: number;
                index: number;
                ms: number | null;
                reused: boolean;
                /** @enum {string} */
                state: "pending" | "claimed" | "committed" | "failed";
                worker: string | null;
            }[];
        };
        Cleared: {
            cleared: boolean;
            id: string;
        };
        Composition: {
            /** Format: date-time */
            createdAt: string;
            entryFile: string;
            /** Format: date-time */
            expiresAt: string;
            files: number;
            id: string;
            lint: {
                errorCount: number;
                warningCount: number;
            };
            size: number;
        };
        CompositionPage: {
            items: components["schemas"]["Composition"][];
            nextCursor: string | null;
        };
        Deletion: {
            id: string;
            removes: {
                chunks: number;
                output: {
                    /** Format: date-time */
                    expiresAt: string;
                    fileName: string;
                    size: number;
                } | null;
                record: boolean;
            };
            /** @enum {string} */
            status: "queued" | "preparing" | "rendering" | "assembling" | "completed" | "failing" | "failed" | "cancelling" | "cancelled";
        };
        DirectFailure: {
            durationMs?: number;
            error: string;
            /** @description As in a problem document; left out for a body that is not valid. */
            errorCode?: string;
            errorDetails?: {
                [key: string]: unknown;
            } | null;
            /** @enum {string} */
            errorOwner?: "user" | "system";
            requestId?: string;
            retryable?: boolean;
            /** @description Of a render that failed, as all that follows. */
            stage?: string;
            /** @enum {boolean} */
            success: false;
        };
        DirectRenderDto: {
            /**
             * @description Go on when an asset cannot be had.
             * @default true
             */
            bestEffort?: boolean;
            /** @description Use the host GPU for capture. Refused for now: capture on a host GPU is not part of this version; software rendering is always used. */
            browserGpu?: boolean;
            /**
             * @description Seconds for the page to load.
             * @default 60
             */
            browserTimeout?: number;
            /**
             * @description Package and directory that stand for a cdnjs library, such as pixi.js=pixi.js/dist; repeatable.
             * @example {
             *       "pixi.js": "pixi.js/dist"
             *     }
             */
            cdnjsPackage?: {
                [key: string]: string;
            };
            /** @description Id of an uploaded composition. */
            composition?: string;
            /** @description Constant rate factor; lower is better. Overrides the preset. Only for mp4, webm. */
            crf?: number;
            /**
             * @description Engine logs on stderr; temporary files are kept and named.
             * @default false
             */
            debug?: boolean;
            /**
             * @description Entry file inside the project.
             * @default index.html
             */
            entryFile?: string;
            /**
             * @description Output format.
             * @default mp4
             * @enum {string}
             */
            format?: "mp4" | "mov" | "webm" | "gif" | "png-sequence";
            /**
             * @description Frames per second: an integer from 1 to 240, or a rational such as 30000/1001. GIF is capped at 30. Default: data-fps of the root, else 30.
             * @example 30
             * @example 30000/1001
             */
            fps?: number | string;
            /** @description Render only these frames of the composition, such as 30-89: numbers from 0, the last included. Default: all. */
            frames?: number | string;
            /** @description Render only from this time on: seconds such as 1.5, or 90s, 1:30, 00:00:03.5. Default: the start. */
            from?: number | string;
            /**
             * @description GIF loop count; 0 loops forever. Only for gif.
             * @default 0
             */
            gifLoop?: number;
            /** @description Use a hardware video encoder when one works. Refused for now: hardware encoding is not part of this version. */
            gpu?: boolean;
            /**
             * @deprecated
             * @description Old form of outputDynamicRange.
             * @enum {string}
             */
            hdrMode?: "auto" | "force-hdr" | "force-sdr";
            /** @description One HTML document. */
            html?: string;
            /** @description One lane, less memory. An explicit --workers wins. Default: on at 4 GB of memory or less. */
            lowMemoryMode?: boolean;
            /**
             * @description Refuse every network access.
             * @default false
             */
            offline?: boolean;
            /**
             * @description What happens when the client leaves. Default: cancel for the stream, cancel-queued else.
             * @enum {string}
             */
            onDisconnect?: "cancel" | "cancel-queued" | "continue";
            /** @description Another name of outputPath; both may be given where they agree. */
            output?: string;
            /**
             * @description Dynamic range of the output; hdr needs mp4.
             * @default auto
             * @enum {string}
             */
            outputDynamicRange?: "auto" | "hdr" | "sdr";
            /** @description Relative name of the output. Default: <requestId>.<ext>. */
            outputPath?: string;
            /**
             * @description Scale to a preset size by a whole factor; the aspect ratio must match. Default: native.
             * @enum {string}
             */
            outputResolution?: "landscape" | "portrait" | "square" | "landscape-4k" | "portrait-4k" | "square-4k" | "1080p" | "hd" | "4k" | "uhd";
            /**
             * @description Serve well-known CDN URLs from installed packages.
             * @default true
             */
            packageMap?: boolean;
            /**
             * @description How far an installed package may differ from the version that a URL names.
             * @default compatible
             * @enum {string}
             */
            packageVersions?: "exact" | "compatible" | "any";
            /**
             * @description Milliseconds for the page to settle.
             * @default 45000
             */
            playerReadyTimeout?: number;
            /** @description Address of an HTML document at an origin that the operator lists. */
            previewUrl?: string;
            /** @description Directory of the producer, below one that its operator allows. */
            projectDir?: string;
            /**
             * @description Encoding preset: draft (CRF 28, ultrafast), standard (18, medium), high (15, slow).
             * @default standard
             * @enum {string}
             */
            quality?: "draft" | "standard" | "high";
            /**
             * @description Fail on warnings that change the picture or sound, and on lint errors.
             * @default false
             */
            strict?: boolean;
            /**
             * @description Fail on any warning.
             * @default false
             */
            strictAll?: boolean;
            /**
             * @description Refuse variables that do not fit the declarations.
             * @default false
             */
            strictVariables?: boolean;
            /** @description Render only up to this time; the frame that begins there is left out. Default: the end. */
            to?: number | string;
            /**
             * @description Variables as a JSON object.
             * @example {
             *       "title": "Hello"
             *     }
             */
            variables?: {
                [key: string]: unknown;
            };
            /**
             * @description Target bitrate such as 10M or 5000k. Only for mp4, webm.
             * @example 10M
             */
            videoBitrate?: string;
            /**
             * @description Frames extracted from source videos; auto extracts none where the page can decode the video, and takes png where it can carry alpha.
             * @default auto
             * @enum {string}
             */
            videoFrameFormat?: "auto" | "jpg" | "png";
            /**
             * @description VP9 speed: higher is faster and larger. Only for webm.
             * @default 5
             */
            vp9CpuUsed?: number;
            /**
             * @description Parallel capture lanes, each a browser: 1 to 24, or auto.
             * @default auto
             */
            workers?: number | "auto";
        };
        DirectResult: {
            durationMs: number;
            fileSize: number;
            /** @enum {string} */
            outcome: "completed" | "completed_with_warnings";
            outputPath: string;
            outputToken: string;
            outputUrl: string;
            perf: {
                [key: string]: unknown;
            } | null;
            requestId: string;
            /** @enum {boolean} */
            success: true;
            videoDurationSeconds: number | null;
            warnings: components["schemas"]["Warning"][];
        };
        Drained: {
            draining: boolean;
            id: string;
        };
        Health: {
            /** @enum {string} */
            status: "ok";
            /** Format: date-time */
            timestamp: string;
            uptime: number;
        };
        Limits: {
            maxConcurrentRenders: number;
        };
        LimitsDto: {
            /** @description Renders at once over the whole farm. */
            maxConcurrentRenders: number;
        };
        LintAnswer: {
            entryFile: string;
            requestId: string;
            result: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            source: "projectDir" | "files" | "html";
            /** @enum {boolean} */
            success: true;
        };
        LintDto: {
            /** @description Default: index.html, src/index.html, then the first HTML file. */
            entryFile?: string;
            /** @description Path to text. */
            files?: {
                [key: string]: string;
            };
            /** @description One HTML document. */
            html?: string;
            /** @description Directory of the producer, below one that its operator allows. */
            projectDir?: string;
        };
        LogList: {
            items: {
                lines: string[];
                stepId: string;
            }[];
        };
        Manifest: {
            batchId: string;
            completed: number;
            failed: number;
            rows: {
                completedAt: string | null;
                durationMs: number | null;
                error: string | null;
                errorCode: string | null;
                errorDetails: {
                    /** @enum {string} */
                    owner: "user" | "system";
                    retryable: boolean;
                    stage: string | null;
                } | null;
                frames: number | null;
                index: number;
                outputPath: string;
                outputUrl: string | null;
                renderId: string | null;
                renderTimeMs: number | null;
                sha256: string | null;
                size: number | null;
                startedAt: string | null;
                /** @enum {string} */
                status: "pending" | "running" | "completed" | "failed" | "skipped";
                variables: {
                    [key: string]: unknown;
                };
                warnings: components["schemas"]["Warning"][];
            }[];
            skipped: number;
            total: number;
            version: number;
        };
        Output: {
            contentType: string;
            durationSeconds: number;
            /** Format: date-time */
            expiresAt: string;
            fileName: string;
            files?: string[];
            fps: string;
            frames: number;
            height: number;
            sha256: string;
            size: number;
            url: string;
            width: number;
        };
        Problem: {
            /** @enum {string} */
            code: "VALIDATION_FAILED" | "COMPOSITION_NOT_FOUND" | "ARCHIVE_REJECTED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "OUTPUT_NOT_WRITABLE" | "COMPOSITION_ROOT_MISSING" | "COMPOSITION_ZERO_DURATION" | "COMPOSITION_TOO_LONG" | "COMPOSITION_SIZE_INVALID" | "COMPOSITION_SCRIPT_ERROR" | "EMPTY_COMPOSITION" | "LINT_FAILED" | "VARIABLES_INVALID" | "BATCH_PREFLIGHT_FAILED" | "WARNINGS_NOT_ALLOWED" | "ASSET_MEDIA_TYPE_MISMATCH" | "NOT_MEDIA_PAYLOAD" | "INVALID_VIDEO_METADATA" | "VIDEO_SOURCE_UNRENDERABLE" | "AUDIO_FX_INVALID" | "FONT_FETCH_FAILED" | "RANGE_NOT_SATISFIABLE" | "RENDER_TIMEOUT" | "RENDER_CANCELLED" | "INTERRUPTED" | "INVALID_JSON" | "URL_NOT_ALLOWED" | "WEBHOOK_SECRET_MISSING" | "INVALID_CURSOR" | "INVALID_LAST_EVENT_ID" | "INVALID_IDEMPOTENCY_KEY" | "UNAUTHENTICATED" | "FORBIDDEN" | "SOURCE_NOT_ALLOWED" | "RENDER_NOT_FOUND" | "BATCH_NOT_FOUND" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "REQUEST_TIMEOUT" | "OUTPUT_EXPIRED" | "RENDER_FINISHED" | "RENDER_ACTIVE" | "RENDER_NOT_FINISHED" | "RENDER_HAS_NO_OUTPUT" | "COMPOSITION_IN_USE" | "IDEMPOTENCY_IN_PROGRESS" | "IDEMPOTENCY_KEY_REUSED" | "HEADERS_TOO_LARGE" | "RATE_LIMITED" | "QUEUE_UNAVAILABLE" | "DRAINING" | "BROWSER_NOT_FOUND" | "ENCODER_NOT_FOUND" | "CONTAINER_ENGINE_NOT_FOUND" | "CONTAINER_ENGINE_UNAVAILABLE" | "CONTAINER_ENGINE_DENIED" | "CONTAINER_IMAGE_NOT_FOUND" | "CONTAINER_IMAGE_MISMATCH" | "CONTAINER_MOUNT_REFUSED" | "CONTAINER_FAILED" | "REDIS_NOT_FOUND" | "REDIS_FAILED" | "FARM_UNREACHABLE" | "STILL_RUNNING" | "DATA_DIRECTORY_IN_USE" | "ALPHA_NOT_ENCODED" | "VERSION_UNSUPPORTED" | "WORKER_LOST" | "VIDEO_EXTRACTION_FAILED" | "AUDIO_PROCESSING_FAILED" | "FONT_FETCH_UNAVAILABLE" | "NAVIGATION_TIMEOUT" | "CAPTURE_STALLED" | "SURFACE_OBSTACLE" | "BROWSER_CRASHED" | "SANDBOX_UNAVAILABLE" | "ENCODER_FAILED" | "OUTPUT_INVALID" | "CHUNK_ENVIRONMENT_MISMATCH" | "STORE_UNAVAILABLE" | "DISK_FULL" | "INTERNAL_ERROR";
            detail: string;
            errors?: {
                code: string;
                detail: string;
                pointer: string;
            }[];
            hint: string;
            instance: string;
            requestId: string;
            retryable: boolean;
            status: number;
            title: string;
            type: string;
        };
        ProblemCode: {
            /** @enum {string} */
            code: "VALIDATION_FAILED" | "COMPOSITION_NOT_FOUND" | "ARCHIVE_REJECTED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "OUTPUT_NOT_WRITABLE" | "COMPOSITION_ROOT_MISSING" | "COMPOSITION_ZERO_DURATION" | "COMPOSITION_TOO_LONG" | "COMPOSITION_SIZE_INVALID" | "COMPOSITION_SCRIPT_ERROR" | "EMPTY_COMPOSITION" | "LINT_FAILED" | "VARIABLES_INVALID" | "BATCH_PREFLIGHT_FAILED" | "WARNINGS_NOT_ALLOWED" | "ASSET_MEDIA_TYPE_MISMATCH" | "NOT_MEDIA_PAYLOAD" | "INVALID_VIDEO_METADATA" | "VIDEO_SOURCE_UNRENDERABLE" | "AUDIO_FX_INVALID" | "FONT_FETCH_FAILED" | "RANGE_NOT_SATISFIABLE" | "RENDER_TIMEOUT" | "RENDER_CANCELLED" | "INTERRUPTED" | "INVALID_JSON" | "URL_NOT_ALLOWED" | "WEBHOOK_SECRET_MISSING" | "INVALID_CURSOR" | "INVALID_LAST_EVENT_ID" | "INVALID_IDEMPOTENCY_KEY" | "UNAUTHENTICATED" | "FORBIDDEN" | "SOURCE_NOT_ALLOWED" | "RENDER_NOT_FOUND" | "BATCH_NOT_FOUND" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "REQUEST_TIMEOUT" | "OUTPUT_EXPIRED" | "RENDER_FINISHED" | "RENDER_ACTIVE" | "RENDER_NOT_FINISHED" | "RENDER_HAS_NO_OUTPUT" | "COMPOSITION_IN_USE" | "IDEMPOTENCY_IN_PROGRESS" | "IDEMPOTENCY_KEY_REUSED" | "HEADERS_TOO_LARGE" | "RATE_LIMITED" | "QUEUE_UNAVAILABLE" | "DRAINING" | "BROWSER_NOT_FOUND" | "ENCODER_NOT_FOUND" | "CONTAINER_ENGINE_NOT_FOUND" | "CONTAINER_ENGINE_UNAVAILABLE" | "CONTAINER_ENGINE_DENIED" | "CONTAINER_IMAGE_NOT_FOUND" | "CONTAINER_IMAGE_MISMATCH" | "CONTAINER_MOUNT_REFUSED" | "CONTAINER_FAILED" | "REDIS_NOT_FOUND" | "REDIS_FAILED" | "FARM_UNREACHABLE" | "STILL_RUNNING" | "DATA_DIRECTORY_IN_USE" | "ALPHA_NOT_ENCODED" | "VERSION_UNSUPPORTED" | "WORKER_LOST" | "VIDEO_EXTRACTION_FAILED" | "AUDIO_PROCESSING_FAILED" | "FONT_FETCH_UNAVAILABLE" | "NAVIGATION_TIMEOUT" | "CAPTURE_STALLED" | "SURFACE_OBSTACLE" | "BROWSER_CRASHED" | "SANDBOX_UNAVAILABLE" | "ENCODER_FAILED" | "OUTPUT_INVALID" | "CHUNK_ENVIRONMENT_MISMATCH" | "STORE_UNAVAILABLE" | "DISK_FULL" | "INTERNAL_ERROR";
            /** @description What to do. */
            description: string;
            /** @enum {string} */
            owner: "user" | "system";
            retryable: boolean;
            status: number;
            title: string;
            type: string;
        };
        Queue: {
            activeRenders: number;
            maxConcurrentRenders: number;
            queuedRenders: number;
        };
        Readiness: {
            checks: {
                redis: string;
                store: string;
            };
            draining: boolean;
            /** @enum {string} */
            status: "ok" | "unavailable";
        };
        Render: {
            /** @description Renders ahead in the line, 0 = next; null unless queued. */
            ahead: number | null;
            batch: {
                id: string;
                row: number;
            } | null;
            chunks: {
                claimed: number;
                committed: number;
                failed: number;
                pending: number;
                retries: number;
                reused: number;
                total: number;
            };
            compositionId: string;
            /** Format: date-time */
            createdAt: string;
            epoch: number;
            error: components["schemas"]["RenderError"] | null;
            etaSeconds: number | null;
            finishedAt: string | null;
            framesRendered: number;
            id: string;
            labels: {
                [key: string]: string;
            };
            links: {
                cancel: string;
                events: string;
                output: string;
                self: string;
            };
            metadata: unknown;
            options: {
                [key: string]: unknown;
            };
            outcome: ("completed" | "completed_with_warnings" | "failed" | "cancelled") | null;
            output: components["schemas"]["Output"] | null;
            outputName: string | null;
            /** @description What it took, and in `environment` what made it: versions, and as `image` what the container image of the workers holds (null outside of one). */
            perf: {
                [key: string]: unknown;
            } | null;
            priority: number;
            progress: number;
            /** @enum {string} */
            reason: "accepted" | "admitted" | "cancelled_before_start" | "queue_timeout" | "version_unsupported" | "planned" | "replanned" | "surface_refuted" | "order_needed" | "all_chunks_committed" | "published" | "composition_invalid" | "step_exhausted" | "step_poison" | "verification_failed" | "render_timeout" | "drained" | "cancel_requested" | "stopped" | "stop_timeout" | "requeued";
            requestId: string;
            retentionSeconds: number;
            revision: number;
            stage: string | null;
            startedAt: string | null;
            /** @enum {string} */
            status: "queued" | "preparing" | "rendering" | "assembling" | "completed" | "failing" | "failed" | "cancelling" | "cancelled";
            timeoutSeconds: number;
            totalFrames: number;
            /** @description Version in which the farm accepted it; only workers that understand it do it. */
            version: number;
            /** @description Why nobody works on it, beside its place in the line: no worker understands its version. */
            waiting: {
                message: string;
                reason: string;
                version: number;
            } | null;
            warnings: components["schemas"]["Warning"][];
        };
        RenderCheck: {
            compositionId: string | null;
            entryFile: string;
            ok: boolean;
            priority: number;
            retentionSeconds: number;
            timeoutSeconds: number;
        };
        RenderDto: {
            /**
             * @description Go on when an asset cannot be had.
             * @default true
             */
            bestEffort?: boolean;
            /** @description Use the host GPU for capture. Refused for now: capture on a host GPU is not part of this version; software rendering is always used. */
            browserGpu?: boolean;
            /**
             * @description Seconds for the page to load.
             * @default 60
             */
            browserTimeout?: number;
            /**
             * @description Package and directory that stand for a cdnjs library, such as pixi.js=pixi.js/dist; repeatable.
             * @example {
             *       "pixi.js": "pixi.js/dist"
             *     }
             */
            cdnjsPackage?: {
                [key: string]: string;
            };
            /**
             * @description Parts to capture in; auto follows the measured speed.
             * @default auto
             */
            chunks?: number | "auto";
            /** @description Constant rate factor; lower is better. Overrides the preset. Only for mp4, webm. */
            crf?: number;
            /**
             * @description Engine logs on stderr; temporary files are kept and named.
             * @default false
             */
            debug?: boolean;
            /**
             * @description Entry file inside the project.
             * @default index.html
             */
            entryFile?: string;
            /**
             * @description Output format.
             * @default mp4
             * @enum {string}
             */
            format?: "mp4" | "mov" | "webm" | "gif" | "png-sequence";
            /**
             * @description Frames per second: an integer from 1 to 240, or a rational such as 30000/1001. GIF is capped at 30. Default: data-fps of the root, else 30.
             * @example 30
             * @example 30000/1001
             */
            fps?: number | string;
            /** @description Render only these frames of the composition, such as 30-89: numbers from 0, the last included. Default: all. */
            frames?: number | string;
            /** @description Render only from this time on: seconds such as 1.5, or 90s, 1:30, 00:00:03.5. Default: the start. */
            from?: number | string;
            /**
             * @description GIF loop count; 0 loops forever. Only for gif.
             * @default 0
             */
            gifLoop?: number;
            /** @description Use a hardware video encoder when one works. Refused for now: hardware encoding is not part of this version. */
            gpu?: boolean;
            /**
             * @deprecated
             * @description Old form of outputDynamicRange.
             * @enum {string}
             */
            hdrMode?: "auto" | "force-hdr" | "force-sdr";
            /**
             * @description Up to 16 pairs of texts, to filter lists by.
             * @example {
             *       "project": "launch"
             *     }
             */
            labels?: {
                [key: string]: string;
            };
            /** @description One lane, less memory. An explicit --workers wins. Default: on at 4 GB of memory or less. */
            lowMemoryMode?: boolean;
            /** @description Any JSON up to 4 KB; echoed in every object, event and webhook. */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * @description Refuse every network access.
             * @default false
             */
            offline?: boolean;
            /**
             * @description Dynamic range of the output; hdr needs mp4.
             * @default auto
             * @enum {string}
             */
            outputDynamicRange?: "auto" | "hdr" | "sdr";
            /** @description Relative name of the output. Default: <requestId>.<ext>. */
            outputName?: string;
            /**
             * @description Scale to a preset size by a whole factor; the aspect ratio must match. Default: native.
             * @enum {string}
             */
            outputResolution?: "landscape" | "portrait" | "square" | "landscape-4k" | "portrait-4k" | "square-4k" | "1080p" | "hd" | "4k" | "uhd";
            /**
             * @description Serve well-known CDN URLs from installed packages.
             * @default true
             */
            packageMap?: boolean;
            /**
             * @description How far an installed package may differ from the version that a URL names.
             * @default compatible
             * @enum {string}
             */
            packageVersions?: "exact" | "compatible" | "any";
            /**
             * @description Milliseconds for the page to settle.
             * @default 45000
             */
            playerReadyTimeout?: number;
            /**
             * @description More goes first; above 50 needs the scope priority. First in, first out within a priority.
             * @default 50
             */
            priority?: number;
            /**
             * @description Encoding preset: draft (CRF 28, ultrafast), standard (18, medium), high (15, slow).
             * @default standard
             * @enum {string}
             */
            quality?: "draft" | "standard" | "high";
            /**
             * @description How long the output is kept, seconds.
             * @default 604800
             */
            retentionSeconds?: number;
            /** @description Exactly one of its fields. */
            source: components["schemas"]["SourceDto"];
            /**
             * @description Fail on warnings that change the picture or sound, and on lint errors.
             * @default false
             */
            strict?: boolean;
            /**
             * @description Fail on any warning.
             * @default false
             */
            strictAll?: boolean;
            /**
             * @description Refuse variables that do not fit the declarations.
             * @default false
             */
            strictVariables?: boolean;
            /**
             * @description Limit of the whole render from its first start, seconds.
             * @default 3600
             */
            timeoutSeconds?: number;
            /** @description Render only up to this time; the frame that begins there is left out. Default: the end. */
            to?: number | string;
            /**
             * @description Variables as a JSON object.
             * @example {
             *       "title": "Hello"
             *     }
             */
            variables?: {
                [key: string]: unknown;
            };
            /**
             * @description Target bitrate such as 10M or 5000k. Only for mp4, webm.
             * @example 10M
             */
            videoBitrate?: string;
            /**
             * @description Frames extracted from source videos; auto extracts none where the page can decode the video, and takes png where it can carry alpha.
             * @default auto
             * @enum {string}
             */
            videoFrameFormat?: "auto" | "jpg" | "png";
            /**
             * @description VP9 speed: higher is faster and larger. Only for webm.
             * @default 5
             */
            vp9CpuUsed?: number;
            /** @description Where to tell of the end (Standard Webhooks). */
            webhook?: components["schemas"]["WebhookDto"];
            /**
             * @description Parallel capture lanes, each a browser: 1 to 24, or auto.
             * @default auto
             */
            workers?: number | "auto";
        };
        RenderError: {
            /** @enum {string} */
            code: "VALIDATION_FAILED" | "COMPOSITION_NOT_FOUND" | "ARCHIVE_REJECTED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "OUTPUT_NOT_WRITABLE" | "COMPOSITION_ROOT_MISSING" | "COMPOSITION_ZERO_DURATION" | "COMPOSITION_TOO_LONG" | "COMPOSITION_SIZE_INVALID" | "COMPOSITION_SCRIPT_ERROR" | "EMPTY_COMPOSITION" | "LINT_FAILED" | "VARIABLES_INVALID" | "BATCH_PREFLIGHT_FAILED" | "WARNINGS_NOT_ALLOWED" | "ASSET_MEDIA_TYPE_MISMATCH" | "NOT_MEDIA_PAYLOAD" | "INVALID_VIDEO_METADATA" | "VIDEO_SOURCE_UNRENDERABLE" | "AUDIO_FX_INVALID" | "FONT_FETCH_FAILED" | "RANGE_NOT_SATISFIABLE" | "RENDER_TIMEOUT" | "RENDER_CANCELLED" | "INTERRUPTED" | "INVALID_JSON" | "URL_NOT_ALLOWED" | "WEBHOOK_SECRET_MISSING" | "INVALID_CURSOR" | "INVALID_LAST_EVENT_ID" | "INVALID_IDEMPOTENCY_KEY" | "UNAUTHENTICATED" | "FORBIDDEN" | "SOURCE_NOT_ALLOWED" | "RENDER_NOT_FOUND" | "BATCH_NOT_FOUND" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "REQUEST_TIMEOUT" | "OUTPUT_EXPIRED" | "RENDER_FINISHED" | "RENDER_ACTIVE" | "RENDER_NOT_FINISHED" | "RENDER_HAS_NO_OUTPUT" | "COMPOSITION_IN_USE" | "IDEMPOTENCY_IN_PROGRESS" | "IDEMPOTENCY_KEY_REUSED" | "HEADERS_TOO_LARGE" | "RATE_LIMITED" | "QUEUE_UNAVAILABLE" | "DRAINING" | "BROWSER_NOT_FOUND" | "ENCODER_NOT_FOUND" | "CONTAINER_ENGINE_NOT_FOUND" | "CONTAINER_ENGINE_UNAVAILABLE" | "CONTAINER_ENGINE_DENIED" | "CONTAINER_IMAGE_NOT_FOUND" | "CONTAINER_IMAGE_MISMATCH" | "CONTAINER_MOUNT_REFUSED" | "CONTAINER_FAILED" | "REDIS_NOT_FOUND" | "REDIS_FAILED" | "FARM_UNREACHABLE" | "STILL_RUNNING" | "DATA_DIRECTORY_IN_USE" | "ALPHA_NOT_ENCODED" | "VERSION_UNSUPPORTED" | "WORKER_LOST" | "VIDEO_EXTRACTION_FAILED" | "AUDIO_PROCESSING_FAILED" | "FONT_FETCH_UNAVAILABLE" | "NAVIGATION_TIMEOUT" | "CAPTURE_STALLED" | "SURFACE_OBSTACLE" | "BROWSER_CRASHED" | "SANDBOX_UNAVAILABLE" | "ENCODER_FAILED" | "OUTPUT_INVALID" | "CHUNK_ENVIRONMENT_MISMATCH" | "STORE_UNAVAILABLE" | "DISK_FULL" | "INTERNAL_ERROR";
            hint: string;
            message: string;
            /** @enum {string} */
            owner: "user" | "system";
            retryable: boolean;
            stage: string | null;
        };
        RenderPage: {
            items: components["schemas"]["RenderSummary"][];
            nextCursor: string | null;
        };
        RenderSummary: {
            /** @description Renders ahead in the line, 0 = next; null unless queued. */
            ahead: number | null;
            batch: {
                id: string;
                row: number;
            } | null;
            chunks: {
                claimed: number;
                committed: number;
                failed: number;
                pending: number;
                retries: number;
                reused: number;
                total: number;
            };
            compositionId: string;
            /** Format: date-time */
            createdAt: string;
            epoch: number;
            error: components["schemas"]["RenderError"] | null;
            etaSeconds: number | null;
            finishedAt: string | null;
            framesRendered: number;
            id: string;
            labels: {
                [key: string]: string;
            };
            links: {
                cancel: string;
                events: string;
                output: string;
                self: string;
            };
            metadata: unknown;
            options: {
                [key: string]: unknown;
            };
            outcome: ("completed" | "completed_with_warnings" | "failed" | "cancelled") | null;
            output: components["schemas"]["Output"] | null;
            priority: number;
            progress: number;
            /** @enum {string} */
            reason: "accepted" | "admitted" | "cancelled_before_start" | "queue_timeout" | "version_unsupported" | "planned" | "replanned" | "surface_refuted" | "order_needed" | "all_chunks_committed" | "published" | "composition_invalid" | "step_exhausted" | "step_poison" | "verification_failed" | "render_timeout" | "drained" | "cancel_requested" | "stopped" | "stop_timeout" | "requeued";
            requestId: string;
            revision: number;
            stage: string | null;
            startedAt: string | null;
            /** @enum {string} */
            status: "queued" | "preparing" | "rendering" | "assembling" | "completed" | "failing" | "failed" | "cancelling" | "cancelled";
            totalFrames: number;
            /** @description Version in which the farm accepted it; only workers that understand it do it. */
            version: number;
            /** @description Why nobody works on it, beside its place in the line: no worker understands its version. */
            waiting: {
                message: string;
                reason: string;
                version: number;
            } | null;
        };
        Retention: {
            due: {
                batches: string[];
                chunks: string[];
                outputs: string[];
                renders: string[];
            };
            objects: {
                key: string;
                reason: string;
                size: number;
                what: string;
            }[];
            storedBytes: number;
            totals: {
                bytes: number;
                goingBytes: number;
                goingObjects: number;
                objects: number;
                what: string;
            }[];
        };
        SourceDto: {
            /** @description Id of an uploaded composition. */
            composition?: string;
            /**
             * @description Project path to content: text, {"text": …} or {"base64": …}.
             * @example {
             *       "index.html": "<div data-composition-id=\"root\" …>"
             *     }
             */
            files?: {
                [key: string]: string | {
                    base64: string;
                } | {
                    text: string;
                };
            };
            /** @description One HTML document, which becomes the entry file. */
            html?: string;
            /** @description Directory of the producer, below one that its operator allows. */
            projectDir?: string;
            /** @description Address of an HTML document at an origin that the operator lists. */
            url?: string;
        };
        Warning: {
            code: string;
            details?: {
                [key: string]: unknown;
            };
            message: string;
            stage: string;
        };
        WebhookDelivery: {
            /** @description The last 20 tries, oldest first. */
            attempts: {
                /** Format: date-time */
                at: string;
                excerpt: string;
                ms: number;
                status: number | null;
            }[];
            /** Format: date-time */
            createdAt: string;
            id: string;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed" | "stopped";
            type: string;
            url: string;
        };
        WebhookDeliveryList: {
            items: components["schemas"]["WebhookDelivery"][];
        };
        WebhookDto: {
            /** @description What is sent. Default: the three ends of a render, and the end of a batch. */
            events?: ("render.completed" | "render.failed" | "render.cancelled" | "render.started" | "batch.completed")[];
            /**
             * @description https URL with a public address.
             * @example https://ci.example.com/hooks/render
             */
            url: string;
        };
        WorkerList: {
            items: {
                blocked: string | null;
                cores: number;
                /** @description Jobs left to others because of the version of their render. */
                declined?: number;
                draining: boolean;
                freeMemoryMb: number;
                host: string;
                id: string;
                memoryMb: number;
                name: string;
                pid: number;
                rssMb: number;
                sandbox: boolean;
                slots: number;
                /** Format: date-time */
                startedAt: string;
                tags: string[];
                understands?: {
                    newest: number;
                    oldest: number;
                };
                versions: {
                    browser: string;
                    ffmpeg: string;
                    framefarm: string;
                    node: string;
                };
                work: {
                    frames: number;
                    kind: string;
                    renderId: string;
                    /** Format: date-time */
                    since: string;
                    stepId: string;
                }[];
            }[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listBatches: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before. */
                cursor?: string;
                /** @description Items of a page. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List batches, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchPage"];
                };
            };
            /** @description A problem document; its code says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    submitBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. The same key and body give the first answer again for 24 h. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchDto"];
            };
        };
        responses: {
            /** @description Submit a batch */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
            /** @description A problem document; its code says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read a batch */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
            /** @description The client has it. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document; its code says which. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It had ended before; nothing was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
            /** @description Cancel a batch */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Batch"];
                };
            };
            /** @description A problem document; its code says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    followBatch: {
        parameters: {
            query?: {
                /** @description The same, for readers that cannot send the header. */
                lastEventId?: string;
            };
            header?: {
                /** @description Id of the last event that was seen. */
                "Last-Event-ID"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Follow a batch */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description The reader holds the last event already. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document; its code says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readBatchManifest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The manifest of a batch */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Manifest"];
                };
            };
            /** @description The client has it. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document; its code says which. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    checkBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchDto"];
            };
        };
        responses: {
            /** @description Check a batch; nothing is stored */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchCheck"];
                };
            };
            /** @description A problem document; its code says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCompositions: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before. */
                cursor?: string;
                /** @description Items of a page. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List uploaded projects */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompositionPage"];
                };
            };
            /** @description A problem document; its code says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    uploadComposition: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description zip, tar or gzipped tar of the project. */
        requestBody: {
            content: {
                "application/gzip": string;
                "application/x-tar": string;
                "application/zip": string;
            };
        };
        responses: {
            /** @description The farm has this project already. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Composition"];
                };
            };
            /** @description Upload a project */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Composition"];
                };
            };
            /** @description A problem document; its code says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readComposition: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read an uploaded project */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Composition"];
                };
            };
            /** @description A problem document; its code says which. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteComposition: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete an uploaded project */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document; its code says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readCompositionHeaders: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read an uploaded project */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document; its code says which. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document; its code says which. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document; its code says which. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document; its code says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document; its code says which. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readDocs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The API as a page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    readLimits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read the limits */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Limits"];
                };
            };
            /** @description A problem document; its code says which. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    setLimits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LimitsDto"];
            };
        };
        responses: {
            /** @description Set the limits */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Limits"];
                };
            };
            /** @description A problem document; its code says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    previewRetention: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description See what the next run of retention would remove */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Retention"];
                };
            };
            /** @description A problem document; its code says which. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listFarmWorkers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The same as GET /workers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkerList"];
                };
            };
            /** @description A problem document; its code says which. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    clearWorker: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Let a worker take steps again that was blocked because steps of several renders failed on it */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cleared"];
                };
            };
            /** @description A problem document; its code says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    drainWorker: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Let a worker finish and take nothing more */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Drained"];
                };
            };
            /** @description A problem document; its code says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service runs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    readLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event loop turns; nothing else is looked at */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    lintComposition: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LintDto"];
            };
        };
        responses: {
            /** @description Lint a project */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LintAnswer"];
                };
            };
            /** @description Why nothing was made. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectFailure"];
                };
            };
            /** @description Why nothing was made. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectFailure"];
                };
            };
            /** @description Why nothing was made. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectFailure"];
                };
            };
            /** @description Why nothing was made. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectFailure"];
                };
            };
            /** @description Why nothing was made. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectFailure"];
                };
            };
            /** @description Why nothing was made. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectFailure"];
                };
            };
            /** @description Why nothing was made. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectFailure"];
                };
            };
        };
    };
    readLlmsText: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The API in short, for agents */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    readMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The farm in numbers, for Prometheus */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description A problem document; its code says which. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description This document */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    downloadByToken: {
        parameters: {
            query?: {
                /** @description inline: for playback in a page; attachment: to be saved. */
                disposition?: "attachment" | "inline";
            };
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Download by token */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                    "image/gif": string;
                    "video/mp4": string;
                    "video/quicktime": string;
                    "video/webm": string;
                };
            };
            /** @description A range of the file. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                    "image/gif": string;
                    "video/mp4": string;
                    "video/quicktime": string;
                    "video/webm": string;
                };
            };
            /** @description The client has it. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Why nothing was made. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectFailure"];
                };
            };
            /** @description Why nothing was made. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectFailure"];
                };
            };
            /** @description Why nothing was made. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectFailure"];
                };
            };
            /** @description Why nothing was made. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectFailure"];
                };
            };
        };
    };
    downloadByTokenHeaders: {
        parameters: {
            query?: {
                /** @description inline: for playback in a page; attachment: to be saved. */
                disposition?: "attachment" | "inline";
            };
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Download by token */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A range of the file. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The client has it. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Why nothing was made. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Why nothing was made. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Why nothing was made. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Why nothing was made. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    explainProblem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What a problem code means */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemCode"];
                };
            };
            /** @description A problem document; its code says which. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description New work can be taken */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            /** @description Not now. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    renderAndWait: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. The same key and body give the first answer again for 24 h. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DirectRenderDto"];
            };
        };
        responses: {
            /** @description Render and answer when finished */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectResult"];
                };
            };
            /** @description Why nothing was made. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectFailure"];
                };
            };
            /** @description Why nothing was made. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectFailure"];
                };
            };
            /** @description Why nothing was made. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectFailure"];
                };
            };
            /** @description Why nothing was made. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectFailure"];
                };
            };
            /** @description Why nothing was made. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectFailure"];
                };
            };
            /** @description Why nothing was made. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectFailure"];
                };
            };
            /** @description Why nothing was made. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectFailure"];
                };
            };
            /** @description Why nothing was made. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectFailure"];
                };
            };
            /** @description Why nothing was made. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectFailure"];
                };
            };
            /** @description Why nothing was made. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectFailure"];
                };
            };
            /** @description Why nothing was made. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectFailure"];
                };
            };
        };
    };
    readQueue: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The limit, the renders in flight and those that wait */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Queue"];
                };
            };
            /** @description Why nothing was made. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectFailure"];
                };
            };
            /** @description Why nothing was made. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectFailure"];
                };
            };
            /** @description Why nothing was made. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectFailure"];
                };
            };
            /** @description Why nothing was made. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectFailure"];
                };
            };
        };
    };
    renderAsStream: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DirectRenderDto"];
            };
        };
        responses: {
            /** @description Render and follow it as server-sent events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description Why nothing was made. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectFailure"];
                };
            };
            /** @description Why nothing was made. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectFailure"];
                };
            };
            /** @description Why nothing was made. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectFailure"];
                };
            };
            /** @description Why nothing was made. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectFailure"];
                };
            };
            /** @description Why nothing was made. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectFailure"];
                };
            };
            /** @description Why nothing was made. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectFailure"];
                };
            };
        };
    };
    listRenders: {
        parameters: {
            query?: {
                /** @description Id of a batch. */
                batch?: string;
                /** @description ISO 8601 time. */
                createdAfter?: string;
                /** @description ISO 8601 time. */
                createdBefore?: string;
                /** @description nextCursor of the page before. */
                cursor?: string;
                /** @description key:value; may be repeated. */
                label?: string;
                /** @description Items of a page. */
                limit?: number;
                /** @description One status or several, separated by commas. */
                status?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List renders, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenderPage"];
                };
            };
            /** @description A problem document; its code says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    submitRender: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. The same key and body give the first answer again for 24 h. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenderDto"];
            };
        };
        responses: {
            /** @description Submit a render */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Render"];
                };
            };
            /** @description A problem document; its code says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readRender: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read a render */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Render"];
                };
            };
            /** @description The client has it. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document; its code says which. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteRender: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a finished render and its files */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deletion"];
                };
            };
            /** @description A problem document; its code says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelRender: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It had ended before; nothing was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Render"];
                };
            };
            /** @description Cancel a render */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Render"];
                };
            };
            /** @description A problem document; its code says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRenderChunks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The chunks of a render */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChunkList"];
                };
            };
            /** @description A problem document; its code says which. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    previewRenderDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What deleting a render would remove */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deletion"];
                };
            };
            /** @description A problem document; its code says which. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    followRender: {
        parameters: {
            query?: {
                /** @description The same, for readers that cannot send the header. */
                lastEventId?: string;
            };
            header?: {
                /** @description Id of the last event that was seen. */
                "Last-Event-ID"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Follow a render */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description The reader holds the last event already. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document; its code says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readRenderLogs: {
        parameters: {
            query?: {
                /** @description Id of one step, such as prepare; without it those of all steps. */
                step?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Last lines that the engines of a render wrote, by step */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogList"];
                };
            };
            /** @description A problem document; its code says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    downloadOutput: {
        parameters: {
            query?: {
                /** @description inline: for playback in a page; attachment: to be saved. */
                disposition?: "attachment" | "inline";
                /** @description false: never answer with a signed URL of the object store. */
                redirect?: "true" | "false";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Download the output */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                    "image/gif": string;
                    "video/mp4": string;
                    "video/quicktime": string;
                    "video/webm": string;
                };
            };
            /** @description A range of the file. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                    "image/gif": string;
                    "video/mp4": string;
                    "video/quicktime": string;
                    "video/webm": string;
                };
            };
            /** @description The client has it. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A signed URL of the object store. */
            307: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document; its code says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    downloadOutputHeaders: {
        parameters: {
            query?: {
                /** @description inline: for playback in a page; attachment: to be saved. */
                disposition?: "attachment" | "inline";
                /** @description false: never answer with a signed URL of the object store. */
                redirect?: "true" | "false";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Download the output */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A range of the file. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The client has it. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A signed URL of the object store. */
            307: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document; its code says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document; its code says which. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document; its code says which. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document; its code says which. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document; its code says which. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document; its code says which. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document; its code says which. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document; its code says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document; its code says which. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    downloadOutputFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                file: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One file of a png-sequence */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/aac": string;
                    "image/png": string;
                };
            };
            /** @description The client has it. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem document; its code says which. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    retryRender: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters. The same key and body give the first answer again for 24 h. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Run a failed or cancelled render again */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Render"];
                };
            };
            /** @description A problem document; its code says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Webhooks of a render and their tries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            /** @description A problem document; its code says which. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    checkRender: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenderDto"];
            };
        };
        responses: {
            /** @description Check a submission; nothing is stored */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenderCheck"];
                };
            };
            /** @description A problem document; its code says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    redeliverWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Send a webhook again */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description A problem document; its code says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWorkers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workers and what they do */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkerList"];
                };
            };
            /** @description A problem document; its code says which. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem document; its code says which. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
