/** What a render would do with a composition, told instead of done: its own preparation, up to the plan. */
import type { UsedFont } from '@framefarm/contract';
import type { Job } from './api.js';
import type { InspectedMedia, Inspection } from './api-inspect.js';
import { inspectedClips } from './inspect/clips.js';
import { inspectedVariables } from './inspect/variables.js';
import { withEarlyBrowser } from './place/early-browser.js';
import { OWN_PLACE } from './place/place.js';
import { renderPurpose } from './plan/purpose.js';
import { prepareRender } from './prepare/prepare-render.js';
import type { PreparedRender } from './prepare/prepared-render.js';
import type { RenderContext } from './run/context.js';
import { withContext } from './run/lifetime.js';
import { SurfaceKnowledge } from './surface/knowledge.js';

/**
 * Prepares a composition as a render with the same options would, and tells what was found. Nothing is captured.
 * @throws FramefarmError as a render does before its first frame.
 */
export function inspectComposition(job: Job): Promise<Inspection> {
  const purpose = renderPurpose(job.options);
  return withContext(job, OWN_PLACE, new SurfaceKnowledge(), (context) =>
    withEarlyBrowser(context, purpose, async (ready) => {
      const prepared = await prepareRender(ready, purpose);
      try {
        return inspection(ready, prepared);
      } finally {
        await prepared.close();
      }
    }),
  );
}

function inspection({ report }: RenderContext, prepared: PreparedRender): Inspection {
  const { plan, compiled, page, lint, site } = prepared;
  const { encoding, capture } = plan;
  return {
    composition: {
      ...plan.composition,
      ...plan.viewport,
      fps: encoding.fps,
      files: compiled.files,
    },
    length: {
      seconds: page.durationSeconds,
      frames: plan.compositionFrames,
      written: compiled.durationSeconds !== null,
      sources: page.durationSources,
    },
    output: {
      format: encoding.format,
      width: encoding.width,
      height: encoding.height,
      scale: capture.scale,
      firstFrame: encoding.firstFrame,
      frames: plan.frames,
      chunks: plan.chunks.length,
    },
    capture: {
      path: capture.path,
      reason: capture.reason,
      image: capture.image,
      transparent: capture.transparent,
      sequential: plan.sequential,
    },
    instances: compiled.instances.map(({ runtimeId, authoredId, parentId, file }) => {
      return { id: runtimeId, authoredId, parentId, file };
    }),
    clips: inspectedClips(page.clips, plan.compositionFrames, encoding.fps),
    media: inspectedMedia(prepared),
    audio: {
      seconds: plan.audio?.durationSeconds ?? null,
      tracks: page.audio,
      groups: page.audioGroups,
      silent: page.silentMedia,
    },
    variables: inspectedVariables(compiled.instances),
    fonts: page.fonts.map((font) => ({ family: font.family, from: fontOrigin(font, compiled.authorFontFamilies) })),
    animations: page.animations,
    lint: { errors: lint.errorCount, warnings: lint.warningCount, notes: lint.infoCount },
    sandbox: prepared.planning.sandbox,
    substitutions: site.externals.substitutions,
    versions: plan.environment,
    warnings: report.warnings,
    notices: report.notices,
  };
}

function inspectedMedia({ media, page }: PreparedRender): InspectedMedia[] {
  return Object.entries(media).map(([source, facts]) => {
    const users = [...page.videos, ...page.audio].filter((clip) => clip.source === source);
    return { source, usedBy: [...new Set(users.map(({ elementId }) => elementId))], facts };
  });
}

function fontOrigin({ family, from }: UsedFont, author: readonly string[]): Inspection['fonts'][number]['from'] {
  if (from === 'rule') return author.includes(family.toLowerCase()) ? 'author' : 'bundled';
  return from === 'nothing' ? 'missing' : from;
}
