/** What each warning says, for the reference; the codes themselves are in the contract. */
import type { WarningCode } from '@framefarm/contract';

export const WARNING_MEANINGS: Readonly<Record<WarningCode, string>> = {
  media_readiness_timeout: 'An image, video or font was not ready in time; frames may show it late or not at all.',
  media_load_failed: 'A file that the page asked for is missing or cannot be read.',
  media_cut_off:
    'A file of video or sound ends before the length that it tells of; what is missing is not shown, or is silent.',
  font_unresolved: 'A font family has neither a file nor a bundled substitute; another font was used.',
  live_map_detected: 'The page shows a live map, whose tiles differ from render to render.',
  network_blocked: 'The page asked for an address that renders may not reach.',
  sub_timeline_readiness_timeout: 'A nested composition did not register its timeline in time.',
  sub_timeline_script_failure: 'A script of a nested composition failed.',
  script_error: 'A script of the page threw an exception that nobody caught.',
  timeline_registered_late: 'A timeline was registered after the length of the render was fixed.',
  timeline_id_mismatch: 'A timeline is registered under an id that no composition has.',
  unresolved_start_reference: 'data-start names an element that does not exist.',
  cyclic_start_reference: 'data-start references form a circle.',
  composition_cycle: 'A nested composition contains itself.',
  external_script_unavailable:
    'A script from another host could be had neither from a package nor from the network, or the browser refused it.',
  cdn_version_mismatch: 'The installed package does not satisfy the version that a CDN URL asks for.',
  unsupported_feature: 'The composition uses something that this version does not render; the message names it.',
  automation_target_inert: 'An automation is aimed at something that has no effect.',
  invalid_variable_declaration: 'The declaration of a variable cannot be read.',
  root_missing_dimensions: 'The root gives no width or height; a default was used.',
  variable_issue: 'A variable does not fit its declaration.',
  hdr_tag_ignored: 'A source is tagged as HDR in a way that is not understood.',
  raf_loop_parallel:
    'A page whose pictures depend on the frames before was captured by several lanes: it keeps a requestAnimationFrame loop, has timers under way, asks for each picture of a video, or waits for ends of animations.',
  frames_before_skipped:
    'A part or a still lies so far into a page, of which something may keep what it did in earlier frames, that not all frames before it are gone through. Where its pictures depend on those, they are not those of the whole.',
  transition_parallel:
    'A CSS transition began, or a script or a style began, stopped or turned an animation while frames were shown, and frames were captured by a page that had not shown all before them: by a run of a farm, or in a render of a part. It counts from the frame in which that page saw it. A render of the whole on one machine has such a page captured by one lane, and a farm captures it anew where its chunks do not go on from one another.',
};
