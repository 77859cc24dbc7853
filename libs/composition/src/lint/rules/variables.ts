/** Declarations, values and bindings of variables (reference: composition-format 8). */

import type { VariableDeclaration } from '@framefarm/contract';
import { attribute, type Element } from '../../source/dom.js';
import { directoryOf, projectPathOf } from '../../source/paths.js';
import { boundUrl, isBindableUrl, propertyNames, takesBoundSource } from '../../variables/bindings.js';
import { parseDeclarations } from '../../variables/declarations.js';
import { mergeVariables, readHostValues } from '../../variables/merge.js';
import { nameOf, type Rule } from '../rule.js';
import type { LintProject } from '../source/lint-project.js';
import type { Unit } from '../source/unit.js';

const ATTRIBUTE = 'data-composition-variables';

const carriers = (unit: Unit): Element[] =>
  [unit.html, ...unit.elements].filter(
    (element, index, all) => attribute(element, ATTRIBUTE) !== null && all.indexOf(element) === index,
  );

/** Declarations that count in a source: its own, and those that its hosts carry. */
function declarationsOf(project: LintProject, unit: Unit): readonly VariableDeclaration[] {
  const hosts = project.mountsOf(unit).flatMap((mount) => (mount.host === null ? [] : [mount.host.element]));
  const own = carriers(unit).filter((element) => !unit.hosts.some((host) => host.element === element));
  const sources = [...own, ...hosts].map((element) => ({ text: attribute(element, ATTRIBUTE) ?? '[]', where: '' }));
  return mergeVariables(sources, {}).declarations;
}

export const declarations: Rule = ({ units }, report) => {
  for (const unit of units) {
    for (const element of carriers(unit)) {
      const { warnings } = parseDeclarations(attribute(element, ATTRIBUTE) ?? '', nameOf(element));
      for (const { message } of warnings) {
        report('invalid_composition_variables_declaration', {
          unit,
          element,
          message,
          fixHint: 'Each entry is {"id", "type", "label", "default"}; enums also have "options": [{"value", "label"}].',
        });
      }
    }
  }
};

export const hostValues: Rule = ({ units }, report) => {
  for (const unit of units) {
    for (const element of unit.elements) {
      const { warnings } = readHostValues(attribute(element, 'data-variable-values'), nameOf(element));
      for (const { message } of warnings) {
        report('invalid_variable_values_json', {
          unit,
          element,
          message,
          fixHint: `Write a JSON object in single quotes: data-variable-values='{"title": "Hello"}'.`,
        });
      }
    }
  }
};

export const bindings: Rule = (project, report) => {
  for (const unit of project.units) {
    const given = project
      .mountsOf(unit)
      .flatMap((mount) =>
        Object.keys(
          readHostValues(mount.host === null ? null : attribute(mount.host.element, 'data-variable-values'), '').values,
        ),
      );
    const known = new Set([...declarationsOf(project, unit).map((one) => one.id), ...given]);
    for (const element of unit.elements) {
      for (const { name, value } of element.attrs) {
        if (!name.startsWith('data-var-')) continue;
        const isBinding = name === 'data-var-text' || (name === 'data-var-src' && takesBoundSource(element.tagName));
        if (isBinding && known.has(value)) continue;
        report('unknown_variable_binding', {
          unit,
          element,
          message: isBinding
            ? `${name}="${value}" on ${nameOf(element)} names a variable that is not declared in ${unit.file}`
            : `${name}="${value}" on ${nameOf(element)} binds nothing; bindings are data-var-text, and data-var-src on img, video, audio and source`,
          fixHint: isBinding
            ? `Declare "${value}" in ${ATTRIBUTE}.`
            : 'Read the value with window.__hyperframes.getVariables(), or use one of these bindings.',
        });
      }
    }
  }
};

export const mediaDefaults: Rule = async (project, report) => {
  for (const unit of project.units) {
    const bound = new Set(unit.elements.map((element) => attribute(element, 'data-var-src')));
    for (const element of carriers(unit)) {
      for (const { id, type, default: value } of parseDeclarations(attribute(element, ATTRIBUTE) ?? '', '')
        .declarations) {
        if (type !== 'image' && !bound.has(id)) continue;
        const url = boundUrl(value);
        if (url === null || url.trim() === '') continue;
        const fault = await faultOf(url.trim(), unit, project);
        if (fault === null) continue;
        report('unloadable_media_variable_default', {
          unit,
          element,
          message: `the default "${url.length > 80 ? `${url.slice(0, 79)}…` : url}" of variable "${id}" ${fault}`,
          fixHint: 'Name a file of the project, or an https URL.',
        });
      }
    }
  }
};

async function faultOf(url: string, unit: Unit, { work }: LintProject): Promise<string | null> {
  if (!isBindableUrl(url)) return 'is no http, https, blob, data:image or relative URL, and bindings refuse it';
  if (/^[a-z][a-z0-9+.-]*:/i.test(url)) return null;
  const path = projectPathOf(await work.urls.rebase(url, directoryOf(unit.file)));
  return path === null || path === '' || (await work.urls.exists(path)) ? null : 'names a file that does not exist';
}

export const propertyCollisions: Rule = (project, report) => {
  for (const unit of project.units) {
    const owners = new Map<string, string>();
    const [carrier] = carriers(unit);
    for (const { id } of declarationsOf(project, unit)) {
      for (const name of propertyNames(id)) {
        const first = owners.get(name);
        if (first === undefined) owners.set(name, id);
        else if (first !== id) {
          report('variable_css_name_collision', {
            unit,
            message: `variables "${first}" and "${id}" both become the custom property --${name}`,
            fixHint: 'Rename one of them.',
            ...(carrier === undefined ? {} : { element: carrier }),
          });
        }
      }
    }
  }
};
