// Documents as PDF, two at a time; what prints them is loaded with the first one, because few servers print at their start.
import type { Documents } from '../../ports/documents.ts';
import { createTurns } from '../images/take-turns.ts';

export function createPdfDocuments(): Documents {
  const inTurn = createTurns({ atOnce: 2, waiting: 40 });
  return {
    print: (document) =>
      inTurn(async () => {
        const { printDocument } = await import('./print-document.ts');
        return printDocument(document);
      }),
  };
}
