// Port that renders documents for people to print and share (receipts, statements, reports), currently as PDF.

/**
 * A document's content, without its layout: blocks are placed below each other, and pages are added as needed. Texts
 * and amounts ("$ 12.50") are already translated and formatted by the caller. Latin, Greek, Cyrillic and Arabic letters
 * can be printed, mixed as they come; a character without a font is printed as an empty box.
 */
export interface PrintedDocument {
  /** The first line of the page, and the document name in a PDF viewer's title bar. */
  title: string;
  /** BCP 47 tag such as "es-UY"; screen readers use it for pronunciation. */
  language: string;
  /** `rtl` mirrors the layout: the order of columns, and the start and end of lines. */
  direction: 'ltr' | 'rtl';
  /** Creation time, ms since the epoch: the same content and time produce identical bytes. */
  madeAt: number;
  /** Top of the first page: the operator's name at the start, and facts about the document at the end. */
  letterhead?: { name: string; lines: readonly string[] };
  /** Smaller line below the title, such as the period or a reference. */
  subtitle?: string;
  orientation?: 'portrait' | 'landscape';
  /** Text in the footer of every page, such as "Page 2 of 3". */
  pageNumber: (page: number, pages: number) => string;
  /** Text in the footer of every page, at the start of the line. */
  footer?: string;
  blocks: readonly Block[];
}

export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string; tone?: 'normal' | 'muted' | 'strong' }
  /** Rows of a name at the start and its value beside it. */
  | { kind: 'facts'; rows: readonly { name: string; value: string }[] }
  /** Lines of a bill: description at the start, amount at the end. `strong` lines are totals, printed below a rule. */
  | { kind: 'amounts'; rows: readonly { name: string; amount: string; strong?: boolean }[] }
  | Table
  | Picture
  | Drawing;

/**
 * A row is never split between pages; the header is repeated on each page. Every row has as many cells as `columns`.
 */
export interface Table {
  kind: 'table';
  columns: readonly TableColumn[];
  rows: readonly (readonly string[])[];
  /** The last row, set apart from the others. */
  total?: readonly string[];
}

export interface TableColumn {
  title: string;
  /** `end` aligns amounts and numbers: right in ltr, left in rtl. */
  align: 'start' | 'end';
  /** Width in proportion to the other columns; 1 when left out. */
  share?: number;
}

/** A PNG or JPEG image, scaled to fit the page width and this height. */
export interface Picture {
  kind: 'picture';
  bytes: Buffer;
  /** Points, 1/72 inch. */
  height: number;
  /** Alternative text for screen readers. */
  description: string;
}

/**
 * Lines and shapes in their own coordinate system (x to the right, y down), scaled to fit the page width and this
 * height.
 */
export interface Drawing {
  kind: 'drawing';
  /** Extent of the coordinate system, which begins at 0,0. */
  size: { width: number; height: number };
  /** Points, 1/72 inch. */
  height: number;
  description: string;
  /** Drawn in this order. Colours have the form #rrggbb. */
  shapes: readonly Shape[];
}

export type Point = readonly [x: number, y: number];

export type Shape =
  /** `holes` are not filled. */
  | { kind: 'area'; points: readonly Point[]; holes?: readonly (readonly Point[])[]; fill: string }
  | { kind: 'line'; points: readonly Point[]; color: string; width: number }
  | { kind: 'dot'; at: Point; radius: number; fill: string; outline?: string };

export interface Documents {
  /** Returns the finished file, application/pdf. Throws DomainError `overloaded` when too many documents are queued. */
  print(document: PrintedDocument): Promise<Buffer>;
}
