/** All rules, in the order of composition-format 16. */
import type { Rule } from '../rule.js';
import { libraries, plugins } from './animation-libraries.js';
import { traversal } from './asset-paths.js';
import { asynchronousBuild } from './asynchronous-build.js';
import { doubleAutomation, soundAttributes } from './audio-automation.js';
import { blankRoot } from './blank-root.js';
import { durationSource } from './duration-source.js';
import { fonts } from './fonts.js';
import { embeddedMedia, mediaIds, mediaOffsets, mediaSources, selfClosing, videoSound } from './media-elements.js';
import { assetFiles, doubleSources } from './media-files.js';
import { blankTails, cycles, duplicateIds, failedMounts, hostsWithoutId, scaledHosts } from './nesting.js';
import { packages } from './packages.js';
import { registry, timelineIds, undeclaredAbsence } from './registry.js';
import { htmlWrapper, missingRoot, rootDimensions, roots, rootValues } from './root.js';
import { determinism, frameLoops, intervals, mediaControl, scriptSyntax } from './script-code.js';
import { escapedIds, rootBackground, scopedCss, transitions } from './style.js';
import { clipClass, oldAttributes, timedIds } from './timed-elements.js';
import { timingValues } from './timing-values.js';
import { clipVisibility, transformConflicts } from './tween-targets.js';
import { infiniteRepeat, overlappingTweens } from './tween-timing.js';
import { bindings, declarations, hostValues, mediaDefaults, propertyCollisions } from './variables.js';
import { absoluteStarts, startReferences, tracks } from './windows.js';

export const RULES: readonly Rule[] = [
  blankRoot,
  roots,
  missingRoot,
  rootDimensions,
  rootValues,
  htmlWrapper,
  durationSource,
  failedMounts,
  cycles,
  duplicateIds,
  hostsWithoutId,
  traversal,
  blankTails,
  scaledHosts,
  clipClass,
  oldAttributes,
  timedIds,
  timingValues,
  tracks,
  startReferences,
  absoluteStarts,
  registry,
  timelineIds,
  undeclaredAbsence,
  libraries,
  plugins,
  asynchronousBuild,
  infiniteRepeat,
  overlappingTweens,
  clipVisibility,
  transformConflicts,
  scriptSyntax,
  determinism,
  mediaControl,
  frameLoops,
  intervals,
  transitions,
  declarations,
  hostValues,
  bindings,
  mediaDefaults,
  propertyCollisions,
  mediaSources,
  mediaIds,
  assetFiles,
  videoSound,
  doubleSources,
  embeddedMedia,
  selfClosing,
  mediaOffsets,
  soundAttributes,
  doubleAutomation,
  fonts,
  scopedCss,
  escapedIds,
  rootBackground,
  packages,
];
