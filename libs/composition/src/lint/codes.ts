/** Every lint code with its severity and what it means (reference: composition-format 16). Data for rules and documentation. */

export type LintSeverity = 'error' | 'warning' | 'info';
export type LintArea = 'structure' | 'timing' | 'timelines' | 'scripts' | 'variables' | 'media' | 'style';

export interface LintCodeEntry {
  readonly area: LintArea;
  readonly severity: LintSeverity;
  /** One line: what is wrong and why it matters. */
  readonly description: string;
}

const entries =
  (area: LintArea) =>
  (severity: LintSeverity, description: string): LintCodeEntry => ({ area, severity, description });

const structure = entries('structure');
const timing = entries('timing');
const timelines = entries('timelines');
const scripts = entries('scripts');
const variables = entries('variables');
const media = entries('media');
const style = entries('style');

export const LINT_CODES = {
  blank_root_with_standalone_composition: structure(
    'error',
    'The root is empty while another file of the project is a complete composition: the wrong file would be rendered.',
  ),
  multiple_root_compositions: structure('error', 'Several elements could be the root, and none or several are marked.'),
  root_missing_composition_id: structure('error', 'The entry has no element with data-composition-id.'),
  root_missing_dimensions: structure('error', 'The root lacks an integer data-width or data-height.'),
  root_size_out_of_range: structure('error', 'The root is smaller or larger than a render can be; it is refused.'),
  root_duration_too_long: structure('error', 'The root is longer than a render can be; it is refused.'),
  root_fps_unreadable: structure('warning', 'data-fps of the root is no frame rate and is not used.'),
  root_composition_missing_html_wrapper: structure('error', 'The entry is not a complete HTML document.'),
  root_composition_missing_duration_source: structure('error', 'Nothing gives the composition a length.'),
  standalone_composition_wrapped_in_template: structure(
    'error',
    'The only root of the entry is inside a template, which a browser never shows.',
  ),
  missing_or_empty_sub_composition: structure('error', 'The file of a nested composition is missing or holds nothing.'),
  composition_cycle: structure(
    'warning',
    'A composition mounts itself, directly or round a corner; the inner mount is skipped.',
  ),
  duplicate_composition_id: structure('error', 'Two different compositions have one id.'),
  host_missing_composition_id: structure(
    'error',
    'A host names a file but has no data-composition-id; it is called as the composition in that file.',
  ),
  invalid_parent_traversal_in_asset_path: structure('error', 'A URL climbs above the project root with "..".'),
  subcomposition_blanks_before_host: structure(
    'warning',
    'All content of a composition is over before its window closes: the rest is blank.',
  ),
  nested_rate_with_timed_children: structure(
    'warning',
    'A host has a playback rate, but windows of timed elements inside are not scaled by it.',
  ),

  timed_element_missing_clip_class: timing('warning', 'A timed element lacks the conventional class "clip".'),
  deprecated_data_end: timing('error', 'data-end is an old attribute; data-duration is its successor.'),
  deprecated_data_layer: timing('error', 'data-layer is an old attribute; data-track-index is its successor.'),
  timing_value_unreadable: timing(
    'warning',
    'A length, an offset, a rate, a track, a volume or a fade is no number that it could be, so that it counts as not written.',
  ),
  duplicate_timed_id: timing(
    'warning',
    'Two timed elements of one file have one id: references and scripts find the first alone.',
  ),
  timeline_track_overlap: timing('warning', 'Two elements of one composition are on the same track at the same time.'),
  timeline_track_too_dense: timing('warning', 'A track holds so many elements that it is hard to follow.'),
  unresolved_start_reference: timing('error', 'data-start names an element that its composition does not have.'),
  cyclic_start_reference: timing('error', 'Elements start at each other, directly or round a corner.'),
  nested_media_absolute_start: timing(
    'warning',
    'The start of media in a nested composition is taken as absolute because it lies in the window of the host.',
  ),

  missing_timeline_registry: timelines('error', 'A GSAP timeline is made, but window.__timelines is never used.'),
  timeline_registry_missing_init: timelines(
    'error',
    'window.__timelines is written to without being created first, which fails outside a render.',
  ),
  timeline_id_mismatch: timelines('error', 'A timeline key, a host id and the id of a composition do not agree.'),
  missing_data_no_timeline: timelines(
    'warning',
    'A composition registers no timeline and does not say so with data-no-timeline.',
  ),
  missing_gsap_script: timelines('error', 'A script uses gsap, but nothing loads it.'),
  missing_gsap_plugin: timelines('error', 'A script uses a GSAP plugin, but nothing loads it.'),
  gsap_timeline_not_registered: timelines(
    'error',
    'A GSAP timeline is not in window.__timelines, so it is not driven.',
  ),
  gsap_timeline_registered_before_async_build: timelines(
    'error',
    'A timeline is registered first and filled later, in asynchronous code.',
  ),
  gsap_infinite_repeat: timelines('error', 'A GSAP animation repeats without end.'),
  overlapping_gsap_tweens: timelines('warning', 'Two tweens of a timeline change one property at the same time.'),
  gsap_animates_clip_element: timelines(
    'error',
    'A tween changes the visibility of a timed element, which its window decides.',
  ),
  gsap_css_transform_conflict: timelines('error', 'A tween replaces part of a transform that CSS sets.'),
  missing_lottie_script: timelines('error', 'A script uses Lottie, but nothing loads it.'),
  missing_three_script: timelines('error', 'A script uses THREE, but nothing loads it.'),

  invalid_inline_script_syntax: scripts('error', 'A script cannot be parsed.'),
  non_deterministic_code: scripts('error', 'A script uses the wall clock, unseeded randomness or the network.'),
  imperative_media_control: scripts('error', 'A script plays, pauses or seeks media, which the renderer does.'),
  requestanimationframe_in_composition: scripts(
    'warning',
    'A script uses requestAnimationFrame: a loop that keeps state cannot be split among lanes.',
  ),
  interval_in_composition: scripts(
    'warning',
    'A script uses setInterval: it follows the frames once they are shown, in which no lanes can share, and a short one goes by the clock of the machine before.',
  ),
  css_transition_used: scripts(
    'warning',
    'CSS transitions begin when something changes, not at a time of the composition.',
  ),

  invalid_composition_variables_declaration: variables(
    'error',
    'data-composition-variables cannot be read or has a faulty entry.',
  ),
  invalid_variable_values_json: variables('error', 'data-variable-values is no JSON object.'),
  unknown_variable_binding: variables(
    'warning',
    'A binding names a variable that nobody declares, or binds nothing at all.',
  ),
  unloadable_media_variable_default: variables(
    'error',
    'The default of a media variable is a URL that cannot be loaded.',
  ),
  variable_css_name_collision: variables('warning', 'Two variables become the same CSS custom property.'),

  media_missing_src: media('error', 'A media element names no source.'),
  media_missing_id: media('warning', 'A media element has no id.'),
  missing_local_asset: media('error', 'A file that the composition names does not exist.'),
  audio_src_not_found: media('error', 'The file of an audio element does not exist.'),
  duplicate_media_id: media('error', 'Two media elements have one id.'),
  video_missing_muted: media('warning', 'A video neither is muted nor says that its sound is wanted.'),
  video_muted_with_declared_audio: media('error', 'A muted video declares that its sound is wanted; muted wins.'),
  video_audio_double_source: media('error', 'A video with sound and an audio element play the same file together.'),
  base64_media_prohibited: media('warning', 'Media is embedded as a data URL instead of a file.'),
  self_closing_media_tag: media(
    'error',
    'A media tag ends with "/>", which HTML ignores: what follows lies inside it.',
  ),
  placeholder_media_url: media('error', 'A media URL is a placeholder.'),
  media_offset_attribute_conflict: media(
    'warning',
    'data-media-start and data-playback-start differ; the latter wins.',
  ),
  audio_volume_double_automation: media('warning', 'Volume is automated by a lane and by a tween; the lane wins.'),
  audio_chain_unreadable: media('error', 'data-fx-chain or data-automation cannot be read; the render would fail.'),
  automation_target_inert: media('warning', 'An automation lane aims at nothing that can be automated.'),

  font_family_without_font_face: style('warning', 'A font family is neither bundled nor declared with @font-face.'),
  system_font_will_alias: style('info', 'A system font is drawn with the bundled family that stands for it.'),
  scoped_css_missing_wrapper: style('warning', 'CSS aims at a composition id that no element has.'),
  id_requires_css_escape: style('warning', 'An id cannot be written in a selector without escapes.'),
  root_background_with_alpha: style(
    'warning',
    'The root has a background although the output format has transparency.',
  ),
  cdn_package_not_installed: style('warning', 'A package from a public CDN is not installed locally.'),
} as const satisfies Record<string, LintCodeEntry>;

export type LintCode = keyof typeof LINT_CODES;
