// Makes documents that people print, keep and hand on: receipts, statements, reports. Today as PDF.

/**
 * A document, as what is on it and not how it is drawn: blocks follow each other down the page, and pages follow as
 * they are needed. Texts are finished sentences in the reader's language, amounts finished texts ("$ 12.50"): the
 * caller translates and formats; nothing here does. Latin, Greek, Cyrillic and Arabic letters can be
 * printed, mixed as they come; what no font has is printed as an empty box.
 */
export interface PrintedDocument {
  /** The first line, and the name of the document in a reader's title bar. */
  title: string;
  /** BCP 47, "es-UY": read out by screen readers. */
  language: string;
  /** From right to left everything is mirrored: columns, what is at the start, and what is at the end. */
  direction: 'ltr' | 'rtl';
  /** When it was made, ms since the epoch: the same document at the same moment is the same bytes. */
  madeAt: number;
  /** Beside each other at the top of the first page: the operator at the start, and facts of the document at the end. */
  letterhead?: { name: string; lines: readonly string[] };
  /** Under the title, smaller: the period, a reference. */
  subtitle?: string;
  orientation?: 'portrait' | 'landscape';
  /** At the foot of every page: "Page 2 of 3". */
  pageNumber: (page: number, pages: number) => string;
  /** At the foot of every page, at the start of the line. */
  footer?: string;
  blocks: readonly Block[];
}

export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string; tone?: 'normal' | 'muted' | 'strong' }
  /** Names at the start, what they are beside them. */
  | { kind: 'facts'; rows: readonly { name: string; value: string }[] }
  /** Lines of a bill: what it is at the start, the amount at the end. `strong` ones are totals, under a line. */
  | { kind: 'amounts'; rows: readonly { name: string; amount: string; strong?: boolean }[] }
  | Table
  | Picture
  | Drawing;

/** Rows are never cut by the end of a page; the head is repeated on each. Every row is as long as `columns`. */
export interface Table {
  kind: 'table';
  columns: readonly TableColumn[];
  rows: readonly (readonly string[])[];
  /** The last row, set apart. */
  total?: readonly string[];
}

export interface TableColumn {
  title: string;
  /** `end` for amounts and numbers: under each other in ltr at the right, in rtl at the left. */
  align: 'start' | 'end';
  /** How wide, in proportion to the other columns; 1 when left out. */
  share?: number;
}

/** A PNG or JPEG, fitted into the width of the page and this height. */
export interface Picture {
  kind: 'picture';
  bytes: Buffer;
  /** Points, 1/72 inch. */
  height: number;
  /** What it shows, for those who do not see it. */
  description: string;
}

/** Lines and shapes in a coordinate system of their own, x to the right, y down, fitted into the page and this height. */
export interface Drawing {
  kind: 'drawing';
  /** The coordinate system: from 0,0 to this. */
  size: { width: number; height: number };
  /** Points, 1/72 inch. */
  height: number;
  description: string;
  /** Drawn in this order. Colours are written #rrggbb. */
  shapes: readonly Shape[];
}

export type Point = readonly [x: number, y: number];

export type Shape =
  /** `holes` are left as they are. */
  | { kind: 'area'; points: readonly Point[]; holes?: readonly (readonly Point[])[]; fill: string }
  | { kind: 'line'; points: readonly Point[]; color: string; width: number }
  | { kind: 'dot'; at: Point; radius: number; fill: string; outline?: string };

export interface Documents {
  /** The finished file, application/pdf. Throws DomainError `overloaded` when too many documents wait. */
  print(document: PrintedDocument): Promise<Buffer>;
}
