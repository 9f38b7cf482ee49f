// Entry point of the printing process: renders documents as PDF, with low CPU priority.
import { setPriority } from 'node:os';
import { printDocument } from './print-document.ts';
import type { PrintReport, PrintRequest } from './print-messages.ts';

/** Lowers the priority, because calls and trips are more urgent than receipts. */
const NICENESS = 10;

const waiting = new Map<number, (texts: readonly string[]) => void>();
const report = (message: PrintReport): void => {
  process.send?.(message);
};

async function print({ id, document }: Extract<PrintRequest, { kind: 'print' }>): Promise<void> {
  try {
    const bytes = await printDocument(document, (pages) => {
      report({ kind: 'pages', id, pages });
      return new Promise((resolve) => waiting.set(id, resolve));
    });
    report({ kind: 'printed', id, bytes });
  } catch (error) {
    report({ kind: 'failed', id, reason: error instanceof Error ? error.message : String(error) });
  }
}

process.on('message', (message: PrintRequest) => {
  if (message.kind === 'print') {
    void print(message);
    return;
  }
  waiting.get(message.id)?.(message.texts);
  waiting.delete(message.id);
});
// Signals of a terminal or service manager reach the server as well. They are ignored here: the server finishes its
// documents, and this process exits when the server disconnects.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());

try {
  setPriority(NICENESS);
} catch {
  // Without permission to change the priority, documents are printed with the normal one.
}
