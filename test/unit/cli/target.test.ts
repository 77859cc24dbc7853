import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FramefarmError, type RawOptions } from '@framefarm/contract';
import { describe, expect, it } from 'vitest';
import { checkOutput, chooseOutput } from '../../../oclif/src/target/output-path.js';
import { prepareRender } from '../../../oclif/src/target/render-request.js';
import { makeProject, scratchDirectory } from '../../support/projects/project.js';

/** The error that `work` ends with; fails when it does not. */
async function failure(work: Promise<unknown>): Promise<FramefarmError> {
  const error = await work.then(
    () => null,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(FramefarmError);
  return error;
}

const prepare = (directory: string, raw: RawOptions = {}, cwd = directory) => prepareRender(directory, raw, [], cwd);

describe('the output of a render', () => {
  it.each([
    ['mp4', 'renders/demo.mp4'],
    ['mov', 'renders/demo.mov'],
    ['png-sequence', 'renders/demo'],
  ] as const)('is for %s by default %s below the current directory', (format, path) => {
    expect(chooseOutput(null, format, 'demo', '/here')).toEqual({ path: `/here/${path}`, shown: path, notice: null });
  });

  it('keeps the name that was given, with a notice when it has the extension of another format', () => {
    expect(chooseOutput('a.webm', 'mp4', 'demo', '/here')).toMatchObject({
      path: '/here/a.webm',
      shown: 'a.webm',
      notice: { code: 'output_extension', message: expect.stringContaining('--format webm') },
    });
    expect(chooseOutput('a.MP4', 'mp4', 'demo', '/here').notice).toBeNull();
    expect(chooseOutput('a.AVI', 'mp4', 'demo', '/here').notice).toEqual({
      code: 'output_extension',
      message: 'a.AVI will hold mp4, whatever its extension says; formats are mp4, mov, webm, gif, png-sequence',
    });
    expect(chooseOutput('film.final', 'mp4', 'demo', '/here').notice).toBeNull();
    expect(chooseOutput('frames.v2', 'png-sequence', 'demo', '/here').notice).toBeNull();
    expect(chooseOutput('frames.mp4', 'png-sequence', 'demo', '/here').notice?.message).toContain('mp4');
  });

  it('has an extension of a format, unless the format is named', async () => {
    const directory = await makeProject({ 'index.html': '' });
    for (const output of ['none.xyz', 'a.avi', 'out/{name}.jpg']) {
      const error = await failure(prepare(directory, { output, fps: '0' }));
      expect(error).toMatchObject({ code: 'VALIDATION_FAILED' });
      expect(error.message).toContain(`--output "${output}": no format has the extension`);
      expect(error.message).toContain('.mp4, .mov, .webm, .gif');
      expect(error.message).toContain('--fps');
    }
    for (const output of ['film', 'film-1.2', '.hidden', '{a.b}', 'film.MOV', 'a.b/film']) {
      expect((await prepare(directory, { output })).options.format).toBe('mp4');
    }
    expect((await prepare(directory, { output: 'film.final', format: 'mp4' })).notices).toEqual([]);
    expect((await prepare(directory, { output: 'a.avi', format: 'gif' })).notices[0]?.code).toBe('output_extension');
  });

  it('may be new, replace a file, or fill an existing directory for a sequence', async () => {
    const directory = await makeProject({ 'index.html': '', 'old.mp4': 'x', 'frames/frame_000001.png': 'x' });
    const entry = join(directory, 'index.html');
    await checkOutput('a/b/new.mp4', join(directory, 'a/b/new.mp4'), 'mp4', entry);
    await checkOutput('old.mp4', join(directory, 'old.mp4'), 'mp4', entry);
    await checkOutput('frames', join(directory, 'frames'), 'png-sequence', entry);
    expect((await readdir(directory, { recursive: true })).sort()).toEqual([
      'frames',
      'frames/frame_000001.png',
      'index.html',
      'old.mp4',
    ]);
  });

  it.each([
    ['an existing directory', 'dir', 'mp4', /is a directory/],
    ['a name that ends like a directory', 'new/', 'mp4', /names a directory/],
    ['standard output', '-', 'mp4', /"-" would be standard output/],
    ['a file, for a sequence', 'file', 'png-sequence', /not a directory/],
    ['a path below a file', 'file/out.mp4', 'mp4', /is not a directory, so/],
    ['the composition', 'index.html', 'mp4', /is the composition itself/],
    ['the composition through a link', 'link.mp4', 'mp4', /is the composition itself/],
    ['a device', '/dev/null', 'mp4', /not a regular file/],
    // Permissions let root write there; the refusal comes of trying.
    ['where no files can be made', '/proc/out.mp4', 'mp4', /^\/proc cannot be written/],
    ['a name too long for a file', `${'x'.repeat(300)}.mp4`, 'mp4', /ENAMETOOLONG/],
  ] as const)('may not be %s', async (_, given, format, message) => {
    const directory = await makeProject({ 'index.html': '', 'dir/keep': '', file: '' });
    await symlink('index.html', join(directory, 'link.mp4'));
    const error = await failure(prepare(directory, { output: given, format }));
    expect(error).toMatchObject({ code: 'OUTPUT_NOT_WRITABLE', message: expect.stringMatching(message) });
    expect(error.entry.exit).toBe(2);
  });
});

describe('the output of a render elsewhere', () => {
  it.each([{ farm: 'http://127.0.0.1:9' }, { docker: true }])('is no source of the composition: %j', async (where) => {
    const html = '<div data-composition-id="a"><video src="clip.mp4"></video><img src="in/frame_000001.png"></div>';
    const directory = await makeProject({
      'index.html': html,
      'clip.mp4': '',
      'old.mp4': '',
      'in/frame_000001.png': '',
    });
    const render = (output: string, format = 'mp4') => prepare(directory, { ...where, output, format });
    const code = 'OUTPUT_NOT_WRITABLE';
    const message = `${directory}/clip.mp4 is a file that the composition itself uses`;
    expect(await failure(render('clip.mp4'))).toMatchObject({ code, message });
    const frames = `${directory}/in holds frame_000001.png that the composition itself uses`;
    expect(await failure(render('in', 'png-sequence'))).toMatchObject({ code, message: frames });
    expect((await render('old.mp4')).outputPath).toBe(join(directory, 'old.mp4'));
  });
});

describe('the project of a render', () => {
  it('is found from the current directory', async () => {
    const cwd = scratchDirectory();
    await mkdir(join(cwd, 'demo'));
    await writeFile(join(cwd, 'demo', 'index.html'), '');
    expect(await prepare('demo', {}, cwd)).toMatchObject({
      projectDir: join(cwd, 'demo'),
      outputPath: join(cwd, 'renders', 'demo.mp4'),
      outputShown: 'renders/demo.mp4',
    });
  });

  it.each([
    ['nowhere', {}, /nowhere does not exist/, /index\.html/],
    ['p/page.html', {}, /is a file, not a project directory/, /framefarm render p --composition page\.html/],
    ['p', {}, /index\.html does not exist/, /page\.html; choose one with --composition/],
    ['p', { composition: 'gone.html' }, /gone\.html does not exist/, /--composition/],
    ['p', { composition: '../other.html' }, /lies outside the project/, /inside/],
    ['p', { composition: '/etc/hostname' }, /lies outside the project/, /inside/],
    ['/dev/null', {}, /is not a directory/, /Name a directory/],
    ['', {}, /empty/, /Name a directory/],
  ])('is refused for %j with %j', async (typed, raw, message, hint) => {
    const cwd = await makeProject({ 'p/page.html': '', 'other.html': '' });
    const error = await failure(prepare(typed, raw, cwd));
    expect(error).toMatchObject({
      code: 'COMPOSITION_NOT_FOUND',
      message: expect.stringMatching(message),
      hint: expect.stringMatching(hint),
    });
  });

  it('is looked at after the flags, and variables after the project', async () => {
    const cwd = scratchDirectory();
    expect((await failure(prepare('nowhere', { crf: '99', variablesFile: 'no.json' }, cwd))).code).toBe(
      'VALIDATION_FAILED',
    );
    expect((await failure(prepare('nowhere', { variablesFile: 'no.json' }, cwd))).code).toBe('COMPOSITION_NOT_FOUND');
  });
});

describe('a file of variables', () => {
  const project = (text: string) => makeProject({ 'index.html': '', 'vars.json': text });

  it('gives the variables, also with a byte order mark', async () => {
    const directory = await project('\ufeff{"title": "Hello", "n": 1}');
    const { options } = await prepare(directory, { variablesFile: 'vars.json' });
    expect(options.variables).toEqual({ title: 'Hello', n: 1 });
  });

  it.each([
    ['{"a":', /vars\.json is not valid JSON/],
    ['[1]', /must be a JSON object/],
    ['{"__proto__": {"x": 1}}', /__proto__/],
  ])('is refused when it holds %s', async (text, message) => {
    const error = await failure(prepare(await project(text), { variablesFile: 'vars.json' }));
    expect(error).toMatchObject({ code: 'VALIDATION_FAILED', message: expect.stringMatching(message) });
    expect(error.message).toContain('--variables-file');
    expect(error.issues.map(({ field }) => field)).toEqual(['--variables-file']);
  });

  it('is refused as a device, which may never end', async () => {
    const error = await failure(prepare(await project('{}'), { variablesFile: '/dev/zero' }));
    expect(error.message).toMatch(/\/dev\/zero is no regular file/);
  });

  it('is refused in another encoding than UTF-8', async () => {
    const directory = await project('');
    await writeFile(join(directory, 'vars.json'), '{"title": "Müller"}', 'latin1');
    const error = await failure(prepare(directory, { variablesFile: 'vars.json' }));
    expect(error.message).toMatch(/vars\.json is not UTF-8 text/);
  });

  it('is refused when it is absent or a directory, naming it', async () => {
    const directory = await project('{}');
    expect((await failure(prepare(directory, { variablesFile: 'no.json' }))).message).toMatch(/no\.json.*ENOENT/);
    expect((await failure(prepare(directory, { variablesFile: '.' }))).message).toMatch(/is a directory/);
  });
});

describe('paths of options', () => {
  it('start at the current directory, except a bare program name and "off"', async () => {
    const directory = await makeProject({ 'index.html': '' });
    const raw = { ffmpegPath: 'ffmpeg', browserPath: './chrome', packageDir: ['lib'], framesCacheDir: 'off' };
    expect((await prepare(directory, raw)).options).toMatchObject({
      ffmpegPath: 'ffmpeg',
      browserPath: join(directory, 'chrome'),
      packageDirs: [join(directory, 'lib')],
      framesCacheDir: 'off',
    });
    expect((await prepare(directory, { framesCacheDir: 'cache' })).options.framesCacheDir).toBe(
      join(directory, 'cache'),
    );
  });
});
