/** The first step: from a project to everything that other machines need. */
import { dependentNotice, refutedNotice } from '@framefarm/contract';
import { renderPurpose } from '../plan/purpose.js';
import { imageContent } from '../run/image-content.js';
import { documentDigest, PLATFORM } from './check-environment.js';
import { inputFiles, unknownInputs } from './input-files.js';
import type { OpenRender } from './open-render.js';
import { PREPARED_VERSION, type PreparedStep } from './prepared-step.js';
import type { PrepareJob } from './steps-api.js';

export async function prepareStep(render: OpenRender, job: PrepareJob): Promise<PreparedStep> {
  const { options, tuning, refuted = null, dependent = null } = job;
  const { report, place, stopwatch, progress } = render.context;
  progress.begin('compile');
  if (refuted !== null) {
    const { code, message } = refutedNotice(refuted);
    report.notice(code, message);
  }
  if (dependent !== null) {
    const { code, message } = dependentNotice(dependent);
    report.notice(code, message);
  }
  const ground = await render.prepare(renderPurpose(options, tuning), { refuted, leadIns: dependent !== null });
  const { plan, compiled, media, lint, planning, site } = ground;
  const files = await inputFiles({ ground, compiled, media });
  const { warnings, notices } = report;
  const { framefarm, browser, ffmpeg } = plan.environment;
  const { compile, launch, settle, check, total } = stopwatch.read();
  return {
    version: PREPARED_VERSION,
    plan,
    media,
    document: documentDigest(compiled, options),
    files,
    unknownInputs: unknownInputs({ site, plan, warnings, options, place }),
    platform: PLATFORM,
    lint: { errorCount: lint.errorCount, warningCount: lint.warningCount },
    sandbox: planning.sandbox,
    versions: { framefarm, node: process.versions.node, browser, ffmpeg },
    image: await imageContent(),
    substitutions: site.externals.substitutions,
    warnings,
    notices,
    timings: { compile, launch, settle, check, total },
  };
}
