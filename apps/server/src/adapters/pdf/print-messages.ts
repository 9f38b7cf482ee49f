// The messages between the server and its printing process; each print has a number.
import type { DocumentContent } from './print-document.ts';

export type PrintRequest =
  | { kind: 'print'; id: number; document: DocumentContent }
  /** The lines at the feet of the pages. */
  | { kind: 'page-texts'; id: number; texts: readonly string[] };

export type PrintReport =
  /** The pages are laid out; the process waits for the lines at their feet. */
  | { kind: 'pages'; id: number; pages: number }
  | { kind: 'printed'; id: number; bytes: Uint8Array }
  | { kind: 'failed'; id: number; reason: string };
