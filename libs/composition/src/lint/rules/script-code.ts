/** What scripts of a composition must not do (reference: composition-format 7). */
import type { Rule } from '../rule.js';
import type { LintScript } from '../script/lint-script.js';
import { MediaReceivers } from '../script/media-receivers.js';
import { argumentsOf, child, isGlobal, methodOf, propertyName, type SyntaxNode, unwrap } from '../script/syntax.js';

export const scriptSyntax: Rule = ({ units }, report) => {
  for (const unit of units) {
    for (const { fault, source } of unit.scripts) {
      if (fault === null || source.code.includes('{{')) continue;
      report('invalid_inline_script_syntax', {
        unit,
        file: source.file,
        message: `${source.file}:${fault.line} cannot be parsed: ${fault.message}`,
        fixHint: 'Correct the script; it would not run at all.',
        snippet: source.code.split('\n')[fault.line - source.line] ?? '',
      });
    }
  }
};

interface Use {
  readonly node: SyntaxNode;
  /** What is used, as messages name it. */
  readonly name: string;
  readonly hint: string;
}

const CLOCK = 'Derive it from the time of the composition: a timeline, or the event hf-seek.';
const RANDOM = 'Use a generator of your own with a fixed seed.';
const NETWORK = 'Put the data into the project; a render has no network.';

/** Calls `object.method()` that give another answer each time. */
const UNSTABLE: readonly { readonly object: string; readonly methods: readonly string[]; readonly hint: string }[] = [
  { object: 'Date', methods: ['now'], hint: CLOCK },
  { object: 'performance', methods: ['now'], hint: CLOCK },
  { object: 'Math', methods: ['random'], hint: RANDOM },
  { object: 'crypto', methods: ['getRandomValues', 'randomUUID'], hint: RANDOM },
];

function unstableUses(script: LintScript): Use[] {
  const tree = script.parsed?.tree;
  const analysis = script.parsed?.analysis;
  if (tree === undefined || analysis === undefined) return [];
  const isOwn = (name: string): boolean => analysis.declared.has(name);
  const found: Use[] = [];
  // A member that is handed on, as in `const random = Math.random`, counts like a call.
  for (const node of tree.of('MemberExpression')) {
    const name = propertyName(node);
    const match = UNSTABLE.find(
      ({ object, methods }) =>
        name !== null && methods.includes(name) && !isOwn(object) && isGlobal(child(node, 'object'), object),
    );
    const parent = tree.parent(node);
    const isWritten = parent?.type === 'AssignmentExpression' && child(parent, 'left') === node;
    if (match !== undefined && !isWritten) found.push({ node, name: `${match.object}.${name}()`, hint: match.hint });
  }
  for (const call of tree.of('CallExpression')) {
    const callee = child(call, 'callee');
    if (isGlobal(callee, 'Date') && !isOwn('Date')) found.push({ node: call, name: 'Date()', hint: CLOCK });
    const { object, name } = methodOf(call);
    const isBeacon = name === 'sendBeacon' && isGlobal(object, 'navigator');
    if (!isBeacon && !(isGlobal(callee, 'fetch') && !isOwn('fetch'))) continue;
    if (isRemote(script, argumentsOf(call)[0]))
      found.push({ node: call, name: isBeacon ? 'sendBeacon()' : 'fetch() of a remote URL', hint: NETWORK });
  }
  for (const made of tree.of('NewExpression')) {
    const callee = child(made, 'callee');
    if (isGlobal(callee, 'Date') && !isOwn('Date') && argumentsOf(made).length === 0) {
      found.push({ node: made, name: 'new Date()', hint: CLOCK });
    }
    const name = ['WebSocket', 'EventSource'].find((one) => isGlobal(callee, one) && !isOwn(one));
    if (name !== undefined) found.push({ node: made, name, hint: NETWORK });
  }
  return found;
}

const isRemote = (script: LintScript, node: SyntaxNode | undefined): boolean =>
  /^\s*(?:https?:)?\/\//i.test(script.string(node ?? null) ?? '');

export const determinism: Rule = ({ units }, report) => {
  for (const unit of units) {
    for (const script of unit.scripts) {
      for (const { node, name, hint } of unstableUses(script)) {
        report('non_deterministic_code', {
          unit,
          file: script.source.file,
          message: `${script.source.file}:${script.lineOf(node)} uses ${name}; the picture of a frame must depend on its time alone`,
          fixHint: hint,
          snippet: lineOf(script, node),
        });
      }
    }
  }
};

const lineOf = (script: LintScript, node: SyntaxNode): string =>
  script.source.code.split('\n')[script.lineOf(node) - script.source.line] ?? '';

const CONTROLS = new Set(['play', 'pause', 'load', 'fastSeek']);
const CONTROLLED = new Set(['currentTime', 'playbackRate', 'defaultPlaybackRate', 'autoplay']);

export const mediaControl: Rule = ({ units }, report) => {
  for (const unit of units) {
    for (const script of unit.scripts) {
      const tree = script.parsed?.tree;
      if (tree === undefined) continue;
      const receivers = new MediaReceivers(script, unit.elements);
      const tell = (node: SyntaxNode, what: string): void =>
        report('imperative_media_control', {
          unit,
          file: script.source.file,
          message: `${script.source.file}:${script.lineOf(node)} ${what} media; the renderer places every frame and sound itself`,
          fixHint: 'Use data-start, data-duration, data-media-start and data-playback-rate.',
          snippet: lineOf(script, node),
        });
      for (const call of tree.of('CallExpression')) {
        const { object, name } = methodOf(call);
        if (name !== null && CONTROLS.has(name) && receivers.isMedia(object)) tell(call, `calls ${name}() of`);
      }
      for (const node of [...tree.of('AssignmentExpression'), ...tree.of('UpdateExpression')]) {
        const target = unwrap(child(node, node.type === 'AssignmentExpression' ? 'left' : 'argument'));
        const name = propertyName(target);
        if (target !== null && name !== null && CONTROLLED.has(name) && receivers.isMedia(child(target, 'object')))
          tell(node, `sets ${name} of`);
      }
    }
  }
};

/** The first call of a function that browsers have, unless the script has one of that name. */
function firstCall(script: LintScript, name: string): SyntaxNode | null {
  if (script.parsed === null || script.parsed.analysis.declared.has(name)) return null;
  return script.parsed.tree.of('CallExpression').find((one) => isGlobal(child(one, 'callee'), name)) ?? null;
}

export const frameLoops: Rule = ({ units }, report) => {
  for (const unit of units) {
    for (const script of unit.scripts) {
      const call = firstCall(script, 'requestAnimationFrame');
      if (call === null) continue;
      report('requestanimationframe_in_composition', {
        unit,
        file: script.source.file,
        message: `${script.source.file}:${script.lineOf(call)} calls requestAnimationFrame; a loop that lives on is captured by a single lane from frame 0`,
        fixHint: 'Draw on the event hf-seek from its detail.time, or register a timeline.',
        snippet: lineOf(script, call),
      });
    }
  }
};

export const intervals: Rule = ({ units }, report) => {
  for (const unit of units) {
    for (const script of unit.scripts) {
      const call = firstCall(script, 'setInterval');
      if (call === null) continue;
      report('interval_in_composition', {
        unit,
        file: script.source.file,
        message: `${script.source.file}:${script.lineOf(call)} calls setInterval: all frames are captured in order by one lane, and before the first one an interval of less than half a second goes by the clock of the machine`,
        fixHint: 'Make the change on the event hf-seek from its detail.time, or register a timeline.',
        snippet: lineOf(script, call),
      });
    }
  }
};
