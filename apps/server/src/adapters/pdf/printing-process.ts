// Starts the printing process with the first document, restarts it after a crash, and exchanges documents and pages
// with it.
import type { ChildProcess } from 'node:child_process';
import { forkProgram } from '../../kit/fork-program.ts';
import type { PrintedDocument } from '../../ports/documents.ts';
import type { PrintReport, PrintRequest } from './print-messages.ts';

/** Time limit of one document, ms; hundreds of pages take seconds. */
const PRINT_WITHIN_MS = 60_000;

type Pages = Extract<PrintReport, { kind: 'pages' }>;

interface Print {
  readonly late: NodeJS.Timeout;
  readonly pageNumber: PrintedDocument['pageNumber'];
  resolve(bytes: Buffer): void;
  reject(error: unknown): void;
}

function startChild(): ChildProcess {
  const child = forkProgram(import.meta.url, 'print-documents.child', {
    stdio: 'inherit',
    // Pictures are bytes, which JSON serialisation cannot transfer.
    serialization: 'advanced',
  });
  // The child must not keep the server's process alive.
  child.unref();
  child.channel?.unref();
  return child;
}

/** Prints in a separate process, because a page uses the CPU for about 100 ms. */
export function createPrintingProcess(): (document: PrintedDocument) => Promise<Buffer> {
  let running: ChildProcess | null = null;
  let lastId = 0;
  const prints = new Map<number, Print>();

  function end(id: number, settle: (print: Print) => void): void {
    const print = prints.get(id);
    if (print === undefined) return;
    prints.delete(id);
    clearTimeout(print.late);
    settle(print);
  }

  function sendPageTexts(child: ChildProcess, { pageNumber }: Print, { id, pages }: Pages): void {
    try {
      const texts = Array.from({ length: pages }, (_, index) => pageNumber(index + 1, pages));
      child.send({ kind: 'page-texts', id, texts } satisfies PrintRequest);
    } catch (error) {
      end(id, ({ reject }) => reject(error));
    }
  }

  function receive(child: ChildProcess, message: PrintReport): void {
    const print = prints.get(message.id);
    if (print === undefined) return;
    if (message.kind === 'pages') {
      sendPageTexts(child, print, message);
      return;
    }
    if (message.kind === 'printed') end(message.id, (one) => one.resolve(Buffer.from(message.bytes)));
    else
      end(message.id, (one) => one.reject(new Error(`The document could not be printed: ${message.reason}`)));
  }

  function handleExit(child: ChildProcess, reason: string): void {
    if (running !== child) return;
    running = null;
    child.kill('SIGKILL');
    for (const id of [...prints.keys()])
      end(id, ({ reject }) => reject(new Error(`The printing process ended: ${reason}`)));
  }

  function open(): ChildProcess {
    if (running !== null) return running;
    const child = startChild();
    child.on('message', (message: PrintReport) => receive(child, message));
    child.on('error', (error) => handleExit(child, error.message));
    child.on('exit', (code, signal) => handleExit(child, signal ?? `exit ${code}`));
    running = child;
    return child;
  }

  return function print({ pageNumber, ...document }) {
    return new Promise((resolve, reject) => {
      lastId += 1;
      const id = lastId;
      const child = open();
      const late = setTimeout(() => handleExit(child, 'a document took too long'), PRINT_WITHIN_MS);
      prints.set(id, { pageNumber, resolve, reject, late });
      try {
        child.send({ kind: 'print', id, document } satisfies PrintRequest, (error) => {
          if (error !== null) handleExit(child, error.message);
        });
      } catch (error) {
        end(id, () => reject(error));
      }
    });
  };
}
