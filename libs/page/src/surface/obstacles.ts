/** What cannot be drawn onto a surface faithfully (docs/decisions/surface-capture.md). Better refused than wrong. */

/** Content with a picture of its own that the canvas does not get, or gets late. */
const FOREIGN = 'canvas, iframe, frame, object, embed, dialog, [popover], fencedframe, portal';
/** Children of body get a new parent; rules that count on the old one would stop to match. */
const PARENT_RULE = /(?:^|[\s,>(])(?:body|html|:root)[^\s,>+~]*\s*[>+~]/i;
const PROPERTY = /backdrop-filter|element\(|paint\(/i;

/** The first obstacle in words, or null. */
export function findObstacle(): string | null {
  if (!('captureElementImage' in HTMLCanvasElement.prototype)) return 'the browser has no captureElementImage';
  if (!window.isSecureContext || typeof navigator.storage?.getDirectory !== 'function') {
    return 'the browser has no private file system';
  }
  const foreign = document.querySelector(FOREIGN);
  if (foreign !== null) return `the page holds <${foreign.localName}>`;
  for (const entry of performance.getEntriesByType('resource') as PerformanceResourceTiming[]) {
    if (/^(?:img|image|css|video|input)$/.test(entry.initiatorType) && !isOwn(entry.name)) {
      return 'the page shows pictures of another origin';
    }
  }
  for (const sheet of document.styleSheets) {
    const found = sheetObstacle(sheet);
    if (found !== null) return found;
  }
  const styled = [...document.querySelectorAll('[style]')].find((element) =>
    PROPERTY.test(element.getAttribute('style') ?? ''),
  );
  return styled === undefined ? null : `<${styled.localName}> has a style that needs what lies behind it`;
}

function isOwn(url: string): boolean {
  return url.startsWith(`${location.origin}/`) || /^(?:data|blob):/.test(url);
}

function sheetObstacle(sheet: CSSStyleSheet): string | null {
  let rules: CSSRuleList;
  try {
    rules = sheet.cssRules;
  } catch {
    return 'a stylesheet of another origin cannot be read';
  }
  return rulesObstacle(rules);
}

function rulesObstacle(rules: CSSRuleList): string | null {
  for (const rule of rules) {
    if (rule instanceof CSSFontFaceRule) continue;
    if (rule instanceof CSSImportRule) {
      const found = rule.styleSheet === null ? null : sheetObstacle(rule.styleSheet);
      if (found !== null) return found;
      continue;
    }
    if (rule instanceof CSSStyleRule) {
      if (PARENT_RULE.test(rule.selectorText))
        return `the rule "${rule.selectorText.slice(0, 80)}" counts on children of body`;
      if (PROPERTY.test(rule.style.cssText))
        return `the rule "${rule.selectorText.slice(0, 80)}" needs what lies behind it`;
    } else if (rule instanceof CSSKeyframesRule && PROPERTY.test(rule.cssText)) {
      return `the keyframes "${rule.name}" need what lies behind`;
    }
    const inner = (rule as CSSGroupingRule).cssRules;
    if (inner !== undefined && !(rule instanceof CSSKeyframesRule)) {
      const found = rulesObstacle(inner);
      if (found !== null) return found;
    }
  }
  return null;
}
