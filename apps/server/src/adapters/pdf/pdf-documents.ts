// Documents as PDF, two at a time; what prints them is loaded with the first one, because few servers print at their start.
import type { Documents, PrintedDocument } from '../../ports/documents.ts';
import { createTurns } from '../images/take-turns.ts';
import { createPrintingProcess } from './printing-process.ts';

async function printHere({ pageNumber, ...document }: PrintedDocument): Promise<Buffer> {
  const { printDocument } = await import('./print-document.ts');
  return printDocument(document, async (pages) =>
    Array.from({ length: pages }, (_, index) => pageNumber(index + 1, pages)),
  );
}

/** `print`: how one document is printed; in this process when left out. */
export function createPdfDocuments(
  print: (document: PrintedDocument) => Promise<Buffer> = printHere,
): Documents {
  const inTurn = createTurns({ atOnce: 2, waiting: 40 });
  return { print: (document) => inTurn(() => print(document)) };
}

/** Printed in a process of its own, so that the server answers calls meanwhile. */
export const createForkedPdfDocuments = (): Documents => createPdfDocuments(createPrintingProcess());
