// Sets text on a page: measures it, breaks it into lines, and draws the letters of each line in visual order.
import type PDFDocument from 'pdfkit';
import type { PrintFont, PrintFonts, Weight } from './fonts.ts';
import { type Direction, type VisualRun, visualRuns } from './visual-runs.ts';

export interface TextStyle {
  /** Font size in points. */
  size: number;
  weight: Weight;
  color: string;
}

export interface Box {
  /** Distance from the left edge of the page, for both text directions. */
  x: number;
  y: number;
  width: number;
}

/** Line height and baseline position, in proportion to the font size. */
const LEADING = 1.45;
const BASELINE = 1.08;

// With any feature set, the font shapes a run as a whole. Otherwise pdfkit would place its words from left to right.
const features: PDFKit.Mixins.TextOptions['features'] = ['kern'];

/**
 * Replaces all line breaks and control characters by spaces, so that input cannot break the layout. The narrow no-break
 * space of French texts and numbers is in no font and would be printed as an empty box, so it becomes a no-break space.
 */
const clean = (text: string): string =>
  text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').replaceAll('\u202f', '\u00a0');

export interface TextSetter {
  lineHeight(style: TextStyle): number;
  /** Breaks the text into lines of this width, at least one. A word that is too wide is broken at any letter. */
  lines(text: string, style: TextStyle, width: number): string[];
  /** Draws lines from the top of the box; returns the y below them. */
  draw(lines: readonly string[], style: TextStyle, box: Box, align: 'start' | 'end'): number;
}

export function createTextSetter(
  page: InstanceType<typeof PDFDocument>,
  fonts: PrintFonts,
  direction: Direction,
): TextSetter {
  const runsOf = (line: string, weight: Weight) => visualRuns(line, direction, fonts.fontFor(weight));
  // Shaping is slow, so each run is measured once, at a size of one point.
  const widths = new Map<string, number>();
  const widthOfRun = ({ text, font }: VisualRun<PrintFont>, size: number): number => {
    const key = `${font.name}:${text}`;
    const width = widths.get(key) ?? page.font(font.name).fontSize(1).widthOfString(text, { features });
    widths.set(key, width);
    return width * size;
  };
  const widthOf = (line: string, { weight, size }: TextStyle): number =>
    runsOf(line, weight).reduce((sum, run) => sum + widthOfRun(run, size), 0);

  function brokenWord(word: string, style: TextStyle, width: number): string[] {
    const parts: string[] = [];
    let part = '';
    for (const letter of word) {
      if (part !== '' && widthOf(part + letter, style) > width) {
        parts.push(part);
        part = '';
      }
      part += letter;
    }
    return [...parts, part];
  }

  function drawRun(run: VisualRun<PrintFont>, { size, color }: TextStyle, x: number, y: number): void {
    page.font(run.font.name).fontSize(size).fillColor(color);
    page.text(run.text, x, y, { lineBreak: false, baseline: 'alphabetic', features });
  }

  const lineHeight = ({ size }: TextStyle): number => size * LEADING;

  return {
    lineHeight,

    lines(text, style, width) {
      const whole = clean(text).trim();
      if (widthOf(whole, style) <= width) return [whole];
      const found: string[] = [];
      let line = '';
      for (const word of whole.split(/ +/).filter(Boolean)) {
        const longer = line === '' ? word : `${line} ${word}`;
        if (widthOf(longer, style) <= width) {
          line = longer;
          continue;
        }
        if (line !== '') found.push(line);
        const parts = brokenWord(word, style, width);
        found.push(...parts.slice(0, -1));
        line = parts.at(-1) ?? '';
      }
      return [...found, line];
    },

    draw(lines, style, box, align) {
      const atRight = (align === 'end') === (direction === 'ltr');
      let top = box.y;
      for (const line of lines) {
        let x = atRight ? box.x + box.width - widthOf(line, style) : box.x;
        for (const run of runsOf(line, style.weight)) {
          drawRun(run, style, x, top + style.size * BASELINE);
          x += widthOfRun(run, style.size);
        }
        top += lineHeight(style);
      }
      return top;
    },
  };
}
