// Loads the fonts for documents: IBM Plex Sans for Latin, Greek and Cyrillic letters, and IBM Plex Sans Arabic.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create } from 'fontkit';
import { unpackWoff } from './woff.ts';

export type Weight = 'regular' | 'bold';

export interface PrintFont {
  /** Name under which the font is registered in the document. */
  name: string;
  bytes: Buffer;
  has(codePoint: number): boolean;
}

const weights = { regular: '400', bold: '600' } as const satisfies Record<Weight, string>;

/** In the order in which they are searched for a letter. */
const families = [
  ['ibm-plex-sans', 'latin'],
  ['ibm-plex-sans', 'latin-ext'],
  ['ibm-plex-sans-arabic', 'arabic'],
  ['ibm-plex-sans', 'greek'],
  ['ibm-plex-sans', 'cyrillic'],
  ['ibm-plex-sans', 'cyrillic-ext'],
  ['ibm-plex-sans', 'vietnamese'],
] as const;

function load(family: string, subset: string, weight: Weight): PrintFont {
  const file = `@fontsource/${family}/files/${family}-${subset}-${weights[weight]}-normal.woff`;
  const bytes = unpackWoff(readFileSync(createRequire(import.meta.url).resolve(file)));
  const font = create(bytes);
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`${file} is not one font`);
  return {
    name: `${family} ${subset} ${weight}`,
    bytes,
    has: (codePoint) => font.hasGlyphForCodePoint(codePoint),
  };
}

export interface PrintFonts {
  all: readonly PrintFont[];
  /**
   * Chooses the font of a letter: the current one when it contains the letter, so that words and their spaces stay
   * together.
   */
  fontFor(weight: Weight): (codePoint: number, current: PrintFont | null) => PrintFont;
}

/** Loads about a megabyte of fonts; call it once. */
export function loadPrintFonts(): PrintFonts {
  const ofWeight = (weight: Weight) => families.map(([family, subset]) => load(family, subset, weight));
  const chains = { regular: ofWeight('regular'), bold: ofWeight('bold') };
  return {
    all: [...chains.regular, ...chains.bold],
    fontFor: (weight) => {
      const chain = chains[weight];
      const [first] = chain;
      if (!first) throw new Error('There are no fonts to print with');
      return (codePoint, current) =>
        current?.has(codePoint) ? current : (chain.find((font) => font.has(codePoint)) ?? first);
    },
  };
}
