/** The metrics of a worker, from its start. Figures of the whole farm are the producer's. */
import type { MetricTable } from '@framefarm/telemetry';

export const WORKER_METRICS = {
  framefarm_worker_slots: { type: 'gauge', unit: 'chunks', help: 'Chunks captured at once.' },
  framefarm_worker_lanes: {
    type: 'gauge',
    unit: 'processes',
    labels: ['state'],
    help: 'Lane processes with work, and those that wait for some.',
  },
  framefarm_worker_lanes_started_total: {
    type: 'counter',
    unit: 'processes',
    help: 'Lane processes that were started; what goes beyond the first ones replaces those that ended.',
  },
  framefarm_worker_browser_opens_total: {
    type: 'counter',
    unit: 'captures',
    labels: ['warm'],
    help: 'Capture steps that had to open a page (warm false), or went on with one that stood ready (true).',
  },
  framefarm_worker_frames_total: { type: 'counter', unit: 'frames', help: 'Frames captured.' },
  framefarm_worker_frames_per_second: {
    type: 'gauge',
    unit: 'frames per second',
    help: 'Frames captured in the last ten seconds, by second.',
  },
  framefarm_worker_steps_total: {
    type: 'counter',
    unit: 'steps',
    labels: ['kind', 'outcome'],
    help: 'Steps that ended here: committed, or the class of failure (user, host, transient, stuck, returned).',
  },
  framefarm_worker_step_retries_total: {
    type: 'counter',
    unit: 'steps',
    labels: ['kind'],
    help: 'Steps begun here that had failed before, here or elsewhere.',
  },
  framefarm_worker_declined_total: {
    type: 'counter',
    unit: 'jobs',
    help: 'Jobs left to other workers because this one does not understand the version of their render.',
  },
  framefarm_worker_step_seconds: {
    type: 'histogram',
    unit: 'seconds',
    labels: ['kind'],
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160, 320],
    help: 'Time of committed steps, from the claim to the commit.',
  },
  framefarm_worker_chunks_total: {
    type: 'counter',
    unit: 'chunks',
    labels: ['outcome'],
    help:
      'Chunks that this worker captured (committed, already-committed, differs), and those of renders it leads that an earlier ' +
      'render had captured (reused).',
  },
  framefarm_worker_cache_hits_total: {
    type: 'counter',
    unit: 'inputs',
    help: 'Compositions, pictures and segments found in the cache.',
  },
  framefarm_worker_cache_misses_total: {
    type: 'counter',
    unit: 'inputs',
    help: 'Those that had to be fetched or made.',
  },
  framefarm_worker_cache_bytes: { type: 'gauge', unit: 'bytes', help: 'What the cache holds.' },
  framefarm_worker_memory_bytes: {
    type: 'gauge',
    unit: 'bytes',
    labels: ['part'],
    help: 'Resident memory: of the worker itself, and of its lane processes without their browsers.',
  },
} as const satisfies MetricTable;
