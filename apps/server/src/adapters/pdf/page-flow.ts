// Tracks the current position on the page, from the top down, and starts a new page when the current one is full.
import type PDFDocument from 'pdfkit';
import type { Box, TextSetter, TextStyle } from './text-setter.ts';
import type { Direction } from './visual-runs.ts';

export type PdfPage = InstanceType<typeof PDFDocument>;

/** Points, 1/72 inch. */
export const MARGIN = 48;
/** Height reserved for the footer, points. */
const FOOT = 28;

export const ink = { text: '#14181f', muted: '#5a6472', line: '#d5dae1', band: '#f3f5f8' } as const;

export const styles = {
  title: { size: 20, weight: 'bold', color: ink.text },
  heading: { size: 13, weight: 'bold', color: ink.text },
  normal: { size: 10, weight: 'regular', color: ink.text },
  strong: { size: 10, weight: 'bold', color: ink.text },
  muted: { size: 9, weight: 'regular', color: ink.muted },
  cell: { size: 8.5, weight: 'regular', color: ink.text },
  head: { size: 8, weight: 'bold', color: ink.muted },
  sum: { size: 8.5, weight: 'bold', color: ink.text },
} as const satisfies Record<string, TextStyle>;

export interface Flow {
  readonly page: PdfPage;
  readonly set: TextSetter;
  readonly direction: Direction;
  /** Width between the margins. */
  readonly width: number;
  /** The y of the next element. */
  y: number;
  /** Starts a new page when less than this height is left; returns whether it did. */
  makeRoom(height: number): boolean;
  /** A part of the line that begins `from` points after the line's start; mirrored for right-to-left text. */
  part(from: number, width: number): Box;
  /** Writes a text in that part, over as many lines and pages as needed. */
  write(text: string, style: TextStyle, part?: { from: number; width: number }): void;
  rule(y: number, color?: string): void;
}

export function createFlow(page: PdfPage, set: TextSetter, direction: Direction): Flow {
  const width = page.page.width - 2 * MARGIN;
  const bottom = page.page.height - MARGIN - FOOT;
  const flow: Flow = {
    page,
    set,
    direction,
    width,
    y: MARGIN,
    makeRoom(height) {
      if (flow.y + height <= bottom || flow.y === MARGIN) return false;
      page.addPage();
      flow.y = MARGIN;
      return true;
    },
    part: (from, size) => ({
      x: direction === 'ltr' ? MARGIN + from : MARGIN + width - from - size,
      y: flow.y,
      width: size,
    }),
    write(text, style, { from, width: size } = { from: 0, width }) {
      for (const line of set.lines(text, style, size)) {
        flow.makeRoom(set.lineHeight(style));
        flow.y = set.draw([line], style, flow.part(from, size), 'start');
      }
    },
    rule(y, color = ink.line) {
      page
        .moveTo(MARGIN, y)
        .lineTo(MARGIN + width, y)
        .lineWidth(0.75)
        .strokeColor(color)
        .stroke();
    },
  };
  return flow;
}
