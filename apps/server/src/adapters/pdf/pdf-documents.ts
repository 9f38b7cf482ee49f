// Renders documents as PDF, two at a time. The renderer is loaded with the first document, so that it does not slow
// down the start.

import { createTurns } from '../../kit/take-turns.ts';
import type { Documents, PrintedDocument } from '../../ports/documents.ts';
import { createPrintingProcess } from './printing-process.ts';

async function printHere({ pageNumber, ...document }: PrintedDocument): Promise<Buffer> {
  const { printDocument } = await import('./print-document.ts');
  return printDocument(document, async (pages) =>
    Array.from({ length: pages }, (_, index) => pageNumber(index + 1, pages)),
  );
}

/** `print` renders one document; by default in this process. */
export function createPdfDocuments(
  print: (document: PrintedDocument) => Promise<Buffer> = printHere,
): Documents {
  const inTurn = createTurns({ atOnce: 2, waiting: 40 });
  return { print: (document) => inTurn(() => print(document)) };
}

/** Renders in a separate process, so that the server can answer calls meanwhile. */
export const createForkedPdfDocuments = (): Documents => createPdfDocuments(createPrintingProcess());
