/** The licences of packages from npm whose code travels in the bundle: they ask for their texts to travel with it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageOf } from './bundled.mjs';
import { readManifest } from './rooms.mjs';

/** Licences, by their SPDX names, that ask for nothing but their text and the names of the authors. */
const ALLOWED = ['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'];

/** The same for all who use it, so that a package may name it alone; our own file has the text. */
const WITH_OUR_TEXT = 'Apache-2.0';

/** The packages that files belong to, each once, by name and version: what stands in their manifests and their texts. */
export function packagesOf(files) {
  const directories = new Set(files.map((file) => packageOf(file)?.directory).filter((one) => one !== undefined));
  return [...directories]
    .map((directory) => {
      const { name, version, license, author } = readManifest(directory);
      return { name, version, licence: license, author: author?.name ?? author, texts: textsIn(directory) };
    })
    .sort((a, b) => `${a.name}@${a.version}`.localeCompare(`${b.name}@${b.version}`, 'en'));
}

function textsIn(directory) {
  return readdirSync(directory)
    .filter((name) => /^(licen[cs]e|copying|notice)\b/i.test(name))
    .sort()
    .map((name) => readFileSync(join(directory, name), 'utf8').trim());
}

/**
 * The file that states them all.
 * @throws Error naming the packages without a text, or with a licence that is not known to allow this.
 */
export function licenceNotice(packages) {
  const faults = packages.flatMap(({ name, version, licence, texts }) => {
    if (!ALLOWED.includes(licence)) return [`${name} ${version} is under ${licence ?? 'no licence'}`];
    return texts.length === 0 && licence !== WITH_OUR_TEXT ? [`${name} ${version} brings no text of its licence`] : [];
  });
  if (faults.length > 0) throw new Error(`may not travel in the bundle: ${faults.join('; ')}`);
  const parts = packages.map(({ name, version, licence, author, texts }) => {
    const ours = `${author === undefined ? '' : `By ${author}. `}The text of the licence stands in framefarm's file LICENSE.`;
    return [`${name} ${version} (${licence})`, ...(texts.length === 0 ? [ours] : texts)].join('\n\n');
  });
  const head = 'framefarm carries code of these packages from npm, each under its own licence.';
  return `${[head, ...parts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
