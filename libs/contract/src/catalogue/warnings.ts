/** Warning codes and the gates that turn them into failures (reference: composition-format 15). */

/** Which gate a warning fails: `bestEffort` with --no-best-effort, `strict` with --strict; --strict-all fails every one. */
type Gate = 'bestEffort' | 'strict';

export const WARNINGS = {
  media_readiness_timeout: ['bestEffort'],
  media_load_failed: ['bestEffort'],
  media_cut_off: ['bestEffort'],
  font_unresolved: ['bestEffort', 'strict'],
  live_map_detected: ['bestEffort'],
  network_blocked: ['bestEffort'],
  sub_timeline_readiness_timeout: ['bestEffort'],
  sub_timeline_script_failure: ['bestEffort', 'strict'],
  script_error: ['strict'],
  timeline_registered_late: ['strict'],
  timeline_id_mismatch: ['strict'],
  unresolved_start_reference: ['strict'],
  cyclic_start_reference: ['strict'],
  composition_cycle: ['strict'],
  external_script_unavailable: ['strict'],
  cdn_version_mismatch: ['strict'],
  unsupported_feature: ['strict'],
  automation_target_inert: ['strict'],
  invalid_variable_declaration: ['strict'],
  root_missing_dimensions: ['strict'],
  variable_issue: [],
  hdr_tag_ignored: [],
  raf_loop_parallel: [],
  frames_before_skipped: [],
  transition_parallel: [],
} as const satisfies Record<string, readonly Gate[]>;

export type WarningCode = keyof typeof WARNINGS;

/** Stage of a render; also the `stage` of progress events (reference: http-api 3.2). */
export type Stage = 'compile' | 'extract_video' | 'process_audio' | 'capture' | 'encode' | 'assemble' | 'publish';

/** Something the author should know; turns `completed` into `completed_with_warnings`. */
export interface Warning {
  readonly code: WarningCode;
  readonly message: string;
  readonly stage: Stage;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Something worth saying that is no warning, e.g. `raf_loop_sequential` or a capped frame rate. */
export interface Notice {
  readonly code: string;
  readonly message: string;
}

export interface WarningGates {
  readonly strict: 'off' | 'strict' | 'all';
  readonly bestEffort: boolean;
}

/** The warnings that the chosen gates do not allow, in their order. */
export function refusedWarnings(warnings: readonly Warning[], gates: WarningGates): Warning[] {
  return warnings.filter((warning) => {
    const fails: readonly Gate[] = WARNINGS[warning.code];
    if (gates.strict === 'all') return true;
    if (gates.strict === 'strict' && fails.includes('strict')) return true;
    return !gates.bestEffort && fails.includes('bestEffort');
  });
}
