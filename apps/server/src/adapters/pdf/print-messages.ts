// Types of the messages between the server and its printing process; each print job has a number.
import type { DocumentContent } from './print-document.ts';

export type PrintRequest =
  | { kind: 'print'; id: number; document: DocumentContent }
  /** The footer lines of the pages. */
  | { kind: 'page-texts'; id: number; texts: readonly string[] };

export type PrintReport =
  /** The layout is complete, and the process waits for the footer lines. */
  | { kind: 'pages'; id: number; pages: number }
  | { kind: 'printed'; id: number; bytes: Uint8Array }
  | { kind: 'failed'; id: number; reason: string };
