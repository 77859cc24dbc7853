/** A compiled document with the fonts that it needs: their rules, and where its scripts wait for them. */
import { addFontWaits } from '@framefarm/composition';
import type { CompiledComposition, PageConfig } from '@framefarm/contract';
import { fontTexts, type PackageMapOptions, planFonts, relaxIntegrity } from '@framefarm/origin';

/** By these a document can have fonts of its own. */
const BRINGS_FONTS = /@font-face|@import|<link\b|FontFace/i;

export interface FontedDocument {
  readonly html: string;
  /** Rules of bundled fonts; empty when it needs none. */
  readonly css: string;
  /** Families that have such a rule. */
  readonly provided: PageConfig['providedFonts'];
}

export interface FontedDocumentOptions {
  readonly projectDir: string;
  readonly packages: PackageMapOptions;
  /** Browsers run with the fontconfig file of bundled fonts. */
  readonly hasFontConfig: boolean;
}

/** Resolves documents; the last one is kept, as a page is published twice: again when the facts about its media are known. */
export function fontedDocuments({
  projectDir,
  packages,
  hasFontConfig,
}: FontedDocumentOptions): (
  compiled: CompiledComposition,
  instances: PageConfig['instances'],
) => Promise<FontedDocument> {
  let last: {
    readonly compiled: CompiledComposition;
    readonly variables: string;
    readonly made: Promise<FontedDocument>;
  } | null = null;
  const make = async (compiled: CompiledComposition, variables: string): Promise<FontedDocument> => {
    const html = await relaxIntegrity(compiled.html, packages);
    const families = compiled.authorFontFamilies;
    const texts = [...(await fontTexts(projectDir, compiled)), variables];
    const { css, provided } = planFonts({ authorFamilies: families, texts, fontConfig: hasFontConfig });
    const hasFonts = css !== '' || BRINGS_FONTS.test(html);
    return { html: hasFonts ? addFontWaits(html, { families, texts }) : html, css, provided };
  };
  return (compiled, instances) => {
    // A variable may name a font too.
    const variables = JSON.stringify(instances);
    if (last?.compiled !== compiled || last.variables !== variables) {
      last = { compiled, variables, made: make(compiled, variables) };
    }
    return last.made;
  };
}
