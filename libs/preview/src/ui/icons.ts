/** Shapes of the playback buttons, on a square of 24. */
const SHAPES: Readonly<Record<string, string>> = {
  play: 'M8 5v14l11-7z',
  pause: 'M7 5h4v14H7zM13 5h4v14h-4z',
  start: 'M6 5h2.4v14H6zM19 5v14L9 12z',
  end: 'M15.600 5H18v14h-2.400zM5 5v14l10-7z',
  back: 'M14.500 6.500v11L6.500 12zM16.500 6.500h2v11h-2z',
  forward: 'M9.500 6.500v11l8-5.500zM5.500 6.500h2v11h-2z',
};

const SVG = 'http://www.w3.org/2000/svg';

/** Puts the shape into a button, which has its name from elsewhere. */
export function showIcon(target: Element, name: string): void {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', SHAPES[name] ?? '');
  svg.append(path);
  target.replaceChildren(svg);
}
