/** Names under which the parts of a worker are injected that have no class of their own. */
export const SETTINGS = Symbol('settings of the worker');
export const IDENTITY = Symbol('who the worker is');
export const LOG = Symbol('structured log');
export const SCRATCH = Symbol('directory of the worker');
export const CACHE_PLACE = Symbol('directory around what the worker keeps between renders');
export const FARM = Symbol('shared truth in Redis');
export const STORE = Symbol('object store');
export const QUEUES_OPEN = Symbol('queues that the worker adds to');
export const LANES = Symbol('where steps are done');
export const STATION = Symbol('what steps share');
export const PROCESSORS = Symbol('who takes jobs from the queues');
export const TRACING = Symbol('spans of the worker');
