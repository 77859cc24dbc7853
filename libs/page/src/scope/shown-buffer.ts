/** The buffer of a WebGL context that its canvas shows, emptied without a trace in the state that scripts have set. */

export type WebGL = WebGLRenderingContext | WebGL2RenderingContext;

const NAMES = [
  ...(['clear', 'clearColor', 'clearDepth', 'clearStencil', 'colorMask', 'depthMask', 'stencilMaskSeparate'] as const),
  ...(['disable', 'enable', 'isEnabled', 'getContextAttributes', 'getParameter'] as const),
];
type Natives = Pick<WebGL, (typeof NAMES)[number]>;

const ALL_BITS = 0xffffffff;

/** Prototypes of contexts in this browser. */
export const kindsOfContext = (): WebGL[] =>
  [globalThis.WebGLRenderingContext, globalThis.WebGL2RenderingContext]
    .filter((kind) => kind !== undefined)
    .map(({ prototype }) => prototype);

/** Taken before any script of the page, which may lay its own before them. */
const TAKEN = kindsOfContext().map(
  (prototype) => [prototype, NAMES.map((name) => [name, prototype[name]] as const)] as const,
);

function nativesOf(context: WebGL): Natives {
  const [, methods] = TAKEN.find(([prototype]) => Object.getPrototypeOf(context) === prototype) ??
    TAKEN[0] ?? [null, []];
  return Object.fromEntries(methods.map(([name, method]) => [name, method.bind(context)])) as unknown as Natives;
}

export interface ShownBuffer {
  /** Whether it is this buffer that is drawn on, and none that a script has made. */
  isBound(): boolean;
  /**
   * Empties it as it is after a frame has been composed: no colour, farthest depth, no stencil.
   * @param next bits of a `clear` that follows at once; what that clears everywhere is left to it
   */
  empty(next: number): void;
}

export function shownBufferOf(context: WebGL): ShownBuffer {
  const gl = nativesOf(context);
  const { COLOR_BUFFER_BIT: COLOR, DEPTH_BUFFER_BIT: DEPTH, STENCIL_BUFFER_BIT: STENCIL } = context;
  const switches: number[] = [context.SCISSOR_TEST];
  if ('RASTERIZER_DISCARD' in context) switches.push(context.RASTERIZER_DISCARD);
  const { depth, stencil } = gl.getContextAttributes() ?? {};
  const all = COLOR | (depth ? DEPTH : 0) | (stencil ? STENCIL : 0);

  const emptyColor = (): (() => void) => {
    const color = gl.getParameter(context.COLOR_CLEAR_VALUE) as Float32Array;
    const mask = gl.getParameter(context.COLOR_WRITEMASK) as boolean[];
    gl.clearColor(0, 0, 0, 0);
    gl.colorMask(true, true, true, true);
    return () => {
      gl.clearColor(...(color as unknown as [number, number, number, number]));
      gl.colorMask(...(mask as [boolean, boolean, boolean, boolean]));
    };
  };
  const emptyDepth = (): (() => void) => {
    const farthest = gl.getParameter(context.DEPTH_CLEAR_VALUE) as number;
    const mask = gl.getParameter(context.DEPTH_WRITEMASK) as boolean;
    gl.clearDepth(1);
    gl.depthMask(true);
    return () => {
      gl.clearDepth(farthest);
      gl.depthMask(mask);
    };
  };
  const emptyStencil = (): (() => void) => {
    const value = gl.getParameter(context.STENCIL_CLEAR_VALUE) as number;
    const front = gl.getParameter(context.STENCIL_WRITEMASK) as number;
    const back = gl.getParameter(context.STENCIL_BACK_WRITEMASK) as number;
    gl.clearStencil(0);
    gl.stencilMaskSeparate(context.FRONT_AND_BACK, ALL_BITS);
    return () => {
      gl.clearStencil(value);
      gl.stencilMaskSeparate(context.FRONT, front);
      gl.stencilMaskSeparate(context.BACK, back);
    };
  };
  /** Bits that a `clear` leaves nothing of: none where it is bound to a part of the picture or to some of its colours. */
  const everywhere = (bits: number): number => {
    if (switches.some((name) => gl.isEnabled(name))) return 0;
    let cleared = 0;
    if (bits & COLOR && (gl.getParameter(context.COLOR_WRITEMASK) as boolean[]).every(Boolean)) cleared |= COLOR;
    if (bits & DEPTH && gl.getParameter(context.DEPTH_WRITEMASK)) cleared |= DEPTH;
    return cleared;
  };

  return {
    isBound: () => gl.getParameter(context.FRAMEBUFFER_BINDING) === null,
    empty(next) {
      const rest = all & ~(next === 0 ? 0 : everywhere(next));
      if (rest === 0) return;
      const on = switches.filter((name) => gl.isEnabled(name));
      for (const name of on) gl.disable(name);
      const undo = [
        ...(rest & COLOR ? [emptyColor()] : []),
        ...(rest & DEPTH ? [emptyDepth()] : []),
        ...(rest & STENCIL ? [emptyStencil()] : []),
      ];
      gl.clear(rest);
      for (const restore of undo) restore();
      for (const name of on) gl.enable(name);
    },
  };
}
