/** The scenes `motion` and `slides` of bench/scenes as React components: same layout, colours, lengths and easings. */
import { createElement as element, useEffect, useState } from 'react';
import {
  AbsoluteFill,
  Composition,
  continueRender,
  delayRender,
  Easing,
  getInputProps,
  interpolate,
  registerRoot,
  staticFile,
  useCurrentFrame,
  useVideoConfig,
} from 'remotion';

const FONT_WEIGHTS = [400, 700];
const SLIDE_SECONDS = 5;

/** Holds the render until the typeface is there, as the other contestants do. */
function useTypeface() {
  const [handle] = useState(() => delayRender('typeface'));
  useEffect(() => {
    const faces = FONT_WEIGHTS.map((weight) => {
      const url = staticFile(`inter-latin-${weight}-normal.woff2`);
      return new FontFace('Bench Sans', `url(${url}) format('woff2')`, { weight: String(weight) });
    });
    Promise.all(faces.map((face) => face.load())).then((loaded) => {
      for (const face of loaded) document.fonts.add(face);
      continueRender(handle);
    });
  }, [handle]);
}

const card = {
  position: 'absolute',
  width: 520,
  height: 320,
  borderRadius: 28,
  boxShadow: '0 30px 80px rgba(0, 0, 0, 0.45)',
};

function Motion() {
  useTypeface();
  const frame = useCurrentFrame();
  const { fps } = useVideoConfig();
  const { seconds } = getInputProps();
  const part = frame / fps / seconds;
  const between = (from, to) => from + (to - from) * part;
  return element(
    AbsoluteFill,
    {
      style: {
        background: 'linear-gradient(135deg, #0f2027, #203a43 55%, #2c5364)',
        color: '#fff',
        fontFamily: "'Bench Sans', sans-serif",
        textRendering: 'geometricPrecision',
      },
    },
    element('div', {
      style: {
        ...card,
        left: 120,
        top: 180,
        background: 'linear-gradient(160deg, #ff9966, #ff5e62)',
        transform: `translate(${between(0, 1100)}px, 0px) rotate(${between(0, 25)}deg)`,
      },
    }),
    element('div', {
      style: {
        ...card,
        right: 120,
        bottom: 160,
        background: 'linear-gradient(200deg, #56ccf2, #2f80ed)',
        transform: `translate(${between(0, -1100)}px, 0px) rotate(${between(0, -25)}deg)`,
      },
    }),
    element(
      'h1',
      {
        style: {
          position: 'absolute',
          left: 0,
          right: 0,
          top: 470,
          margin: 0,
          textAlign: 'center',
          fontSize: 120,
          fontWeight: 700,
          transform: `translate(0px, ${between(140, -140)}px) scale(${between(0.9, 1.1)})`,
        },
      },
      'Constant motion',
    ),
  );
}

/** The values of one slide at `time` seconds after its start. */
function entrance(time, leaves) {
  const into = interpolate(time, [0, 0.6], [0, 1], {
    extrapolateLeft: 'clamp',
    extrapolateRight: 'clamp',
    easing: Easing.out(Easing.cubic),
  });
  if (!leaves || time < 4.6) return { opacity: into, x: 120 * (1 - into) };
  const out = interpolate(time, [4.6, 5], [0, 1], { extrapolateRight: 'clamp', easing: Easing.in(Easing.cubic) });
  return { opacity: 1 - out, x: -120 * out };
}

function Slides() {
  useTypeface();
  const time = useCurrentFrame() / useVideoConfig().fps;
  const { slides } = getInputProps();
  return element(
    AbsoluteFill,
    {
      style: {
        background: '#f6f1e7',
        color: '#1f2a33',
        fontFamily: "'Bench Sans', sans-serif",
        textRendering: 'geometricPrecision',
      },
    },
    slides.map(([title, items], index) => {
      const { opacity, x } = entrance(time - index * SLIDE_SECONDS, index < slides.length - 1);
      const style = { padding: '140px 160px', boxSizing: 'border-box', opacity, transform: `translate(${x}px, 0px)` };
      return element(
        AbsoluteFill,
        { key: title + index, style: { ...style, display: 'block' } },
        element('h1', { style: { fontSize: 110, margin: '0 0 40px' } }, title),
        element(
          'ul',
          null,
          items.map((item) => element('li', { key: item, style: { fontSize: 54, lineHeight: 1.6 } }, item)),
        ),
        element('div', {
          style: {
            position: 'absolute',
            left: 160,
            bottom: 120,
            width: 640,
            height: 26,
            borderRadius: 13,
            background: '#d2553f',
          },
        }),
      );
    }),
  );
}

const COMPONENTS = { motion: Motion, slides: Slides };

function Root() {
  return Object.entries(COMPONENTS).map(([id, component]) =>
    element(Composition, {
      key: id,
      id,
      component,
      width: 1920,
      height: 1080,
      fps: 30,
      durationInFrames: 300,
      calculateMetadata: ({ props }) => ({ durationInFrames: props.frames ?? 300 }),
    }),
  );
}

registerRoot(Root);
