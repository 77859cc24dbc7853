/** CommonJS files of packages from npm, as the bundler writes them into modules. */

/** A file as the bundler writes it: a method of an object, called when the file is first asked for. */
const FILE = /^(var \w+ = __commonJS\(\{\n {2}"[^"\n]+")\(([^)\n]*)\) \{\n(.*?)^ {2}\}\n\}\);$/gms;

/**
 * The text of an output file in which CommonJS runs as it does in files of its own.
 * It asks for what lies outside with `require`, which modules do not have: the bundler keeps all that in one function of one chunk,
 * and takes the name for nothing else. And its files are functions in parentheses, which V8 compiles at once and keeps in
 * its cache of compiled code; others it would compile anew at each start.
 * @throws Error when the bundler writes such files in another way.
 */
export function withCommonJs(text) {
  const hinted = text.replace(FILE, '$1: (function($2) {\n$3  })\n});');
  if (/__commonJS\(\{\n {2}"[^"\n]+"\(/.test(hinted)) throw new Error('the bundler writes CommonJS in a new way');
  if (!/^var __require = /m.test(hinted)) return hinted;
  return `import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url);
${hinted}`;
}
