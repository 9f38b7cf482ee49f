// Computes the order in which the letters of a line are drawn: the Unicode bidirectional algorithm, split by font.
import bidiFactory from 'bidi-js';

const bidi = bidiFactory();

export type Direction = 'ltr' | 'rtl';

/** A run of a line with one font and direction, drawn from its left end. */
export interface VisualRun<Font> {
  /** The text passed to the font. */
  text: string;
  font: Font;
}

/** Returns the first font that contains the letter; the last font when no font does. */
export type FontFor<Font> = (codePoint: number, current: Font | null) => Font;

interface Piece<Font> {
  text: string;
  font: Font;
  level: number;
}

/** Invisible characters that control the order. */
const steering = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

const rightToLeftLetter = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Mirrors brackets, and reverses text that the font would draw from left to right. */
function drawn<Font>({ text, font, level }: Piece<Font>): VisualRun<Font> {
  if (level % 2 === 0) return { text, font };
  const mirrored = [...text].map((letter) => bidi.getMirroredCharacter(letter) ?? letter);
  // A font reverses a run by itself when it contains letters of a right-to-left script.
  const isTurnedByFont = rightToLeftLetter.test(text);
  return { text: (isTurnedByFont ? mirrored : mirrored.reverse()).join(''), font };
}

function pieces<Font>(line: string, direction: Direction, fontFor: FontFor<Font>): Piece<Font>[] {
  const { levels } = bidi.getEmbeddingLevels(line, direction);
  const found: Piece<Font>[] = [];
  let at = 0;
  for (const letter of line) {
    const level = levels[at] ?? 0;
    at += letter.length;
    if (steering.test(letter)) continue;
    const last = found.at(-1);
    const font = fontFor(letter.codePointAt(0) ?? 0, last?.font ?? null);
    if (last && last.level === level && last.font === font) last.text += letter;
    else found.push({ text: letter, font, level });
  }
  return found;
}

/** Unicode's rule L2: from the highest level down, reverses every sequence of at least that level. */
function inVisualOrder<P extends { level: number }>(logical: readonly P[]): P[] {
  const order = [...logical];
  const highest = Math.max(0, ...order.map(({ level }) => level));
  for (let level = highest; level >= 1; level -= 1) {
    for (let start = 0; start < order.length; start += 1) {
      let end = start;
      while ((order[end]?.level ?? -1) >= level) end += 1;
      if (end === start) continue;
      order.splice(start, end - start, ...order.slice(start, end).reverse());
      start = end;
    }
  }
  return order;
}

/** `line` is in reading order; the runs are in drawing order, from the left. */
export function visualRuns<Font>(
  line: string,
  direction: Direction,
  fontFor: FontFor<Font>,
): VisualRun<Font>[] {
  return inVisualOrder(pieces(line, direction, fontFor)).map(drawn);
}
