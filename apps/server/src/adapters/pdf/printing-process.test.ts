// Tests that the printing process renders the same documents as this process, and that an unprintable document fails
// alone.
import { expect, it } from 'vitest';
import type { Block, PrintedDocument } from '../../ports/documents.ts';
import { createForkedPdfDocuments, createPdfDocuments } from './pdf-documents.ts';

const here = createPdfDocuments();
const elsewhere = createForkedPdfDocuments();

const dot: Block = {
  kind: 'drawing',
  size: { width: 10, height: 10 },
  height: 40,
  description: 'A dot',
  shapes: [{ kind: 'dot', at: [5, 5], radius: 2, fill: '#336699' }],
};

const rows = (count: number): Block => ({
  kind: 'facts',
  rows: Array.from({ length: count }, (_, index) => ({ name: `Row ${index}`, value: `${index}` })),
});

const document = (blocks: readonly Block[]): PrintedDocument => ({
  title: 'Receipt',
  language: 'en',
  direction: 'ltr',
  madeAt: Date.parse('2026-05-10T12:00:00Z'),
  pageNumber: (page, pages) => `Page ${page} of ${pages}`,
  blocks,
});

it('prints the same bytes as the calling process, for several documents at once', async () => {
  const documents = [document([dot, rows(3)]), document([rows(120)])];
  const expected = await Promise.all(documents.map((one) => here.print(one)));
  const printed = await Promise.all(documents.map((one) => elsewhere.print(one)));
  expect(printed.map((bytes, index) => bytes.equals(expected[index] ?? Buffer.alloc(0)))).toEqual([
    true,
    true,
  ]);
});

it('rejects a document whose page numbers cannot be made, and prints the next one', async () => {
  const broken: PrintedDocument = {
    ...document([dot]),
    pageNumber: () => {
      throw new RangeError('no such page');
    },
  };
  await expect(elsewhere.print(broken)).rejects.toThrow('no such page');
  expect((await elsewhere.print(document([dot]))).subarray(0, 5).toString()).toBe('%PDF-');
});

it('reports a document that cannot be printed, and prints the next one', async () => {
  const broken: Block = { kind: 'picture', bytes: Buffer.from('no picture'), height: 40, description: '' };
  await expect(elsewhere.print(document([broken]))).rejects.toThrow(/could not be printed/);
  expect((await elsewhere.print(document([dot]))).subarray(0, 5).toString()).toBe('%PDF-');
});
