/** Gives each copy of GSAP the eases of {@link ./named-eases.js}, before any tween of the page asks for one. */
import { custom, type Ease, hold, spring, wiggle } from './named-eases.js';

interface EaseRegistry {
  registerEase?: (name: string, ease: Ease) => unknown;
}

/** GSAP makes `name(a, b)` from `name` by a method `config`, which gets what stands in the brackets, numbers as numbers. */
type Configured = Ease & { config: (...args: unknown[]) => Ease | undefined };

function configured(config: (...args: unknown[]) => Ease | undefined): Configured {
  return Object.assign((progress: number) => progress, { config });
}

const EASES: Readonly<Record<string, Ease>> = {
  hold,
  spring: configured((bounce) => (typeof bounce === 'number' ? spring(bounce) : undefined)),
  wiggle: configured(wiggle),
  // A path is split at its commas.
  custom: configured((...path) => custom(path.join(','))),
};

/** What a script brings later under one of the names wins. */
export function giveEases(gsap: unknown): void {
  const library = (gsap ?? {}) as EaseRegistry;
  if (typeof library.registerEase !== 'function') return;
  for (const [name, ease] of Object.entries(EASES)) library.registerEase(name, ease);
}
