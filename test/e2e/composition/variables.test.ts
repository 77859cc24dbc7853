/** Variables (composition-format 8): merging, bindings, validation. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeProject } from '../../support/projects/project.js';
import { cell, failureOf, place, renderProject, type Scene, scene } from '../../support/projects/scene.js';
import { useBundledFfmpeg } from '../../support/renders/bundled-ffmpeg.js';

useBundledFfmpeg();

const ONE = ['--fps', '1'];
const svg = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><rect width="16" height="16" fill="${colour}"/></svg>`;
const declare = (...entries: object[]) => `data-composition-variables='${JSON.stringify(entries)}'`;
const entry = (id: string, type: string, value: unknown, more: object = {}) => ({
  id,
  type,
  label: id,
  default: value,
  ...more,
});

/** A cell that turns lime when `condition` holds for the merged variables `v`. */
const checked = (index: number, condition: string) =>
  `${cell(index, 'red', `id="check${index}"`)}<script>{ const v = window.__hyperframes.getVariables(); if (${condition}) document.getElementById('check${index}').style.background = '#00ff00'; }</script>`;

function files(): Record<string, string> {
  const html = scene(
    [
      checked(0, `v.low === 'html' && v.high === 'override' && v.mid === 'element'`),
      checked(1, 'v.extra === 7'),
      cell(2, 'var(--tint)'),
      cell(3, 'var(--brand-colour)'),
      cell(4, 'var(--brandColour)'),
      `<style>.own{--fixed:#0000ff}</style>`,
      cell(5, 'var(--fixed)'),
      cell(6, 'var(--forced)'),
      `<div style="${place(7)};overflow:hidden;font:40px/16px monospace;color:#00ff00;background:red"><span data-var-text="block">x<i style="position:absolute;left:0;top:0;width:8px;height:16px;background:#0000ff"></i></span></div>`,
      `<img data-var-src="picture" src="red.svg" style="${place(8)}">`,
      `<img data-var-src="evil" src="red.svg" style="${place(9)}">`,
      cell(10, 'var(--dirty, #00ff00)'),
      `<div data-composition-id="child" data-composition-src="child.html" data-start="0" data-variable-values='{"shade":"#00ff00"}' data-var-title="x" style="${place(11)}"></div>`,
      `<div data-composition-id="plain" data-composition-src="child.html" data-start="0" style="${place(12)}"></div>`,
      checked(13, `v.size === 3 && v.on === true && v.pick === 'b' && v.face.name === 'Inter'`),
      cell(14, 'red', 'id="hole"', 'background:#00ff00;width:calc(var(--size) * 4px)'),
      `${cell(16, 'red', 'id="globals"')}<script>addEventListener('hf-seek', () => {
        const of = window.__hfVariablesByComp;
        if (window.__hfVariables.tint === '#00ff00' && of.child.shade === '#00ff00' && of.plain.shade === '#0000ff')
          document.getElementById('globals').style.background = '#00ff00'; });</script>`,
      checked(15, `Object.getPrototypeOf(v).polluted === undefined && ({}).polluted === undefined`),
    ].join(''),
    {
      attributes: `class="own" ${declare(entry('mid', 'string', 'element'), entry('high', 'string', 'element'), entry('fixed', 'color', '#ff0000'), entry('forced', 'color', '#ff0000'))}`,
    },
  ).replace(
    '<html>',
    `<html ${declare(
      entry('low', 'string', 'html'),
      entry('mid', 'string', 'html'),
      entry('high', 'string', 'html'),
      entry('tint', 'color', '#ff0000'),
      entry('brandColour', 'color', '#00ff00'),
      entry('block', 'string', 'nothing'),
      entry('picture', 'image', 'red.svg'),
      entry('evil', 'image', 'red.svg'),
      entry('dirty', 'string', ''),
      entry('shade', 'color', '#ff00ff'),
      entry('size', 'number', 3, { min: 1, max: 5 }),
      entry('on', 'boolean', true),
      entry('pick', 'enum', 'b', {
        options: [
          { value: 'a', label: 'A' },
          { value: 'b', label: 'B' },
        ],
      }),
      entry('face', 'font', { name: 'Inter', source: 'bundled' }),
    )}>`,
  );
  const child = `<html ${declare(entry('shade', 'color', '#0000ff'))}><body><template><div style="position:absolute;inset:0;background:var(--shade)"></div></template></body></html>`;
  return { 'index.html': html, 'child.html': child, 'red.svg': svg('red'), 'lime.svg': svg('lime') };
}

const OVERRIDES = {
  high: 'override',
  extra: 7,
  tint: '#00ff00',
  forced: '#00ff00',
  block: '█',
  picture: { url: 'lime.svg' },
  evil: 'javascript:alert(1)',
  dirty: '#ff0000; } * { visibility: hidden',
  shade: '#ff0000',
};

describe('variables', () => {
  let shown: Scene;
  beforeAll(async () => {
    shown = await renderProject(await makeProject(files()), {
      flags: [...ONE, '--variables', JSON.stringify(OVERRIDES)],
    });
  });

  it.each([
    ['merge html, then element, then overrides', 0, 'lime'],
    ['keep undeclared overrides', 1, 'lime'],
    ['become custom properties', 2, 'lime'],
    ['become custom properties under the lower-cased, dash-joined name', 3, 'lime'],
    ['become custom properties under the raw id', 4, 'lime'],
    ['leave a property alone that the author defines, when it is a default', 5, 'blue'],
    ['write a property that is overridden', 6, 'lime'],
    ['set the source of an image', 8, 'lime'],
    ['never set a source that runs code', 9, 'red'],
    ['reach a child by its host', 11, 'lime'],
    ['never flow down to a child from the top', 12, 'blue'],
    ['have all types', 13, 'lime'],
    ['can be computed with', 14, 'lime'],
    ['cannot pollute prototypes', 15, 'lime'],
    ['stand in the globals of pages', 16, 'lime'],
  ])('%s', (_, index, expected) => {
    expect(shown.runs(index)).toBe(`1 ${expected}`);
  });

  it('replace text and keep child elements', () => {
    expect(shown.runsAt(7 * 16 + 4, 8)).toBe('1 blue');
    expect(shown.runsAt(7 * 16 + 13, 8)).toBe('1 lime');
  });

  it('lose the characters that could end a declaration', () => {
    // The value is no colour any more, and the rest of the page is still visible.
    expect(['black', 'lime']).toContain(shown.runs(10).slice(2));
    expect(shown.runs(2)).toBe('1 lime');
  });

  it('raise no warning but that of the undeclared one and of the refused source', () => {
    expect(shown.warnings.filter((code) => code !== 'variable_issue')).toEqual([]);
    const messages = shown.complete.warnings.map((warning: { message: string }) => warning.message).join('\n');
    expect(messages).toContain('extra');
    expect(messages).toContain('"javascript:alert(1)" of the variable "evil"');
  });

  it('beat what styles of a page or of a mounted file say of :root, html and body when they are overrides, not as defaults', async () => {
    const [red, lime] = ['#ff0000', '#00ff00'];
    const filled = (name: string) => `<div style="position:absolute;inset:0;background:var(--${name})"></div>`;
    const mounted = (index: number, file: string, values = '') =>
      `<div data-composition-id="${file}${index}" data-composition-src="${file}.html" data-start="0" ${values} style="${place(index)}"></div>`;
    const given = `data-variable-values='{"own":"${lime}"}'`;
    const child = (style: string, value: string) =>
      `<html ${declare(entry('own', 'color', value))}><head><style>${style}</style></head><body><div data-composition-id="child">${filled('own')}</div></body></html>`;
    const html = scene(
      [
        cell(0, 'var(--kept)'),
        cell(1, 'var(--forced)'),
        cell(2, 'var(--registered)'),
        mounted(3, 'root', given),
        mounted(4, 'body', given),
        mounted(5, 'box', given),
        mounted(6, 'own'),
      ].join(''),
      {
        head: `<style>:root{--kept:${lime}} body{--forced:${red};--own:${red}}
          @property --registered { syntax: '<color>'; inherits: true; initial-value: ${red}; }</style>`,
      },
    ).replace(
      '<html>',
      `<html ${declare(entry('kept', 'color', red), entry('forced', 'color', red), entry('registered', 'color', lime))}>`,
    );
    const shown = await renderProject(
      await makeProject({
        'index.html': html,
        'root.html': child(`:root{--own:${red}}`, red),
        'body.html': child(`html{--own:${red}} body{--own:${red}}`, red),
        'box.html': child(`[data-composition-id="child"]{--own:${red}}`, red),
        // What the page around says is no style of its author.
        'own.html': child('', lime),
      }),
      { flags: [...ONE, '--variables', JSON.stringify({ forced: lime })] },
    );
    expect([0, 1, 2, 3, 4, 5, 6].map((index) => shown.runs(index))).toEqual(Array(7).fill('1 lime'));
  });

  it('come from a file just as well', async () => {
    const project = await makeProject(files());
    await writeFile(join(project, 'values.json'), JSON.stringify({ tint: '#0000ff' }));
    const other = await renderProject(project, { flags: [...ONE, '--variables-file', join(project, 'values.json')] });
    expect(other.runs(2)).toBe('1 blue');
    expect(other.warnings).toEqual([]);
  });
});

describe('values that do not fit', () => {
  const project = () =>
    makeProject({
      'index.html': scene(cell(0, 'lime'), {
        attributes: declare(
          entry('count', 'number', 1),
          entry('pick', 'enum', 'a', { options: [{ value: 'a', label: 'A' }] }),
          { id: 'odd', type: 'matrix', label: 'odd', default: 1 },
        ),
      }),
    });
  const values = ['--variables', '{"count":"many","pick":"z","unknown":1}'];

  it('are warnings by kind; a malformed declaration is dropped with its own', async () => {
    const shown = await renderProject(await project(), { flags: [...ONE, ...values] });
    expect(shown.runs(0)).toBe('1 lime');
    expect(shown.warnings.toSorted()).toEqual([
      'invalid_variable_declaration',
      'variable_issue',
      'variable_issue',
      'variable_issue',
    ]);
    const kinds = shown.complete.warnings
      .map((warning: { details?: { kind?: string } }) => warning.details?.kind)
      .filter(Boolean);
    expect(kinds.toSorted()).toEqual(['enum-out-of-range', 'type-mismatch', 'undeclared']);
  });

  it('reject the render under --strict-variables', async () => {
    const failure = await failureOf(await project(), [...values, '--strict-variables']);
    expect(failure).toMatchObject({ code: 'VARIABLES_INVALID', exitCode: 2 });
  });

  it('cannot use the names of prototypes', async () => {
    const failure = await failureOf(await project(), ['--variables', '{"__proto__":{"polluted":true}}']);
    expect(failure.exitCode).toBe(2);
    expect(failure.message).toContain('__proto__');
  });

  it('cannot change size, length or rate', async () => {
    const shown = await renderProject(await project(), {
      flags: ['--fps', '10', '--variables', '{"width":32,"duration":3,"fps":5,"data-duration":3}'],
    });
    expect(shown.complete).toMatchObject({ width: 160, height: 80, frames: 10, fps: '10' });
  });
});
