// The printing process: lays documents out and writes them as PDF, after everything else that wants the processor.
import { setPriority } from 'node:os';
import { printDocument } from './print-document.ts';
import type { PrintReport, PrintRequest } from './print-messages.ts';

/** Calls and trips come before receipts. */
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
// Ctrl-C, and a stop of the service, reach the server too: it prints what it has begun, and ends this process with itself.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());

try {
  setPriority(NICENESS);
} catch {
  // Where priorities may not be changed, documents are printed like everything else.
}
