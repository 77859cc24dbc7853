/** A project sent to a farm, and one render of it as a client sees it: submitted over HTTP, awaited by its events, fetched. */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { listProject, PACKED_TYPE, packProject } from '@framefarm/archive';

/** Uploads the project; tells the id of the composition. */
export async function uploadProject({ client, directory }, project) {
  const file = join(directory, `${randomUUID()}.zip`);
  const { sha256 } = await packProject(project, await listProject(project), file);
  const { id } = await client.upload({ file, contentType: PACKED_TYPE, sha256 });
  rmSync(file);
  return id;
}

/** Renders a composition; tells the end, and when (epoch ms) it was sent, answered, seen to end, and fetched. */
export async function renderOnFarm({ client }, body, outputFile) {
  const sent = Date.now();
  const { id } = await client.submitRender(body, randomUUID());
  const answered = Date.now();
  let last;
  for await (const event of client.followRender(id)) last = event;
  const told = Date.now();
  if (last?.type !== 'completed') throw new Error(`render ${id} ended with ${JSON.stringify(last?.data)}`);
  const { output } = last.data;
  if (outputFile !== undefined)
    await client.downloadOutput(id, outputFile, { size: output.size, sha256: output.sha256 });
  return { id, output, sent, answered, told, fetched: Date.now() };
}
