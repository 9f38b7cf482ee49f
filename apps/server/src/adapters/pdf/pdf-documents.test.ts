// Tests that documents are rendered completely, in order, and on the side that the text direction requires.
import { expect, it } from 'vitest';
import type { Block, PrintedDocument } from '../../ports/documents.ts';
import { createPdfDocuments } from './pdf-documents.ts';
import { readPdf } from './testing/pdf-text.ts';

const documents = createPdfDocuments();

const document = (blocks: readonly Block[], change: Partial<PrintedDocument> = {}): PrintedDocument => ({
  title: 'Earning report',
  language: 'en',
  direction: 'ltr',
  madeAt: Date.parse('2026-05-10T12:00:00Z'),
  pageNumber: (page, pages) => `Page ${page} of ${pages}`,
  blocks,
  ...change,
});

async function pagesOf(blocks: readonly Block[], change: Partial<PrintedDocument> = {}) {
  return readPdf(await documents.print(document(blocks, change)));
}

const table = (rows: number): Block => ({
  kind: 'table',
  columns: [
    { title: 'Month', align: 'start', share: 2 },
    { title: 'Amount', align: 'end' },
  ],
  rows: Array.from({ length: rows }, (_, index) => [`Row ${index + 1}`, `$ ${index + 1}.00`]),
  total: ['Total', '$ 9.99'],
});

it('prints a title, texts, facts and amounts on one page with its number', async () => {
  const [page, ...more] = await pagesOf(
    [
      { kind: 'heading', text: 'How it was paid' },
      { kind: 'paragraph', text: 'Thank you for riding.' },
      { kind: 'facts', rows: [{ name: 'Driver', value: 'Núñez, Ζωή, Иван' }] },
      {
        kind: 'amounts',
        rows: [
          { name: 'Fare', amount: '₲ 5.000' },
          { name: 'Total', amount: '€ 12.50', strong: true },
        ],
      },
    ],
    { letterhead: { name: 'Kerb Taxi', lines: ['kerb.example'] }, subtitle: 'May 2026', footer: 'Kerb' },
  );
  expect(more).toEqual([]);
  const text = page?.runs.map((run) => run.text).join('\n');
  for (const part of ['Kerb Taxi', 'kerb.example', 'Earning report', 'May 2026', 'How it was paid', 'Fare'])
    expect(text).toContain(part);
  expect(page?.lines).toContain('Total € 12.50');
  expect(page?.lines.join(' ')).toMatch(/Núñez, Ζωή ?, Иван/);
  expect(page?.lines.join(' ')).toMatch(/₲ 5.000/);
  expect(page?.lines.at(-1)).toBe('Kerb Page 1 of 1');
});

it('repeats the head of a long table, and prints its total on the page of its last row', async () => {
  const pages = await pagesOf([table(100)]);
  expect(pages.length).toBeGreaterThan(2);
  for (const [index, { lines }] of pages.entries()) {
    expect(lines).toContain('Month Amount');
    expect(lines.at(-1)).toBe(`Page ${index + 1} of ${pages.length}`);
  }
  const rows = pages.flatMap(({ lines }) => lines.filter((line) => line.startsWith('Row ')));
  expect(rows).toEqual(Array.from({ length: 100 }, (_, index) => `Row ${index + 1} $ ${index + 1}.00`));
  expect(pages.at(-1)?.lines).toEqual(expect.arrayContaining(['Row 100 $ 100.00', 'Total $ 9.99']));
});

it('never prints a total alone on a page, however many rows there are', async () => {
  for (let rows = 26; rows <= 31; rows += 1) {
    const last = (await pagesOf([table(rows)])).at(-1);
    expect(last?.lines).toEqual(expect.arrayContaining([`Row ${rows} $ ${rows}.00`, 'Total $ 9.99']));
  }
});

it('aligns amounts to the right, and mirrors all other elements in right-to-left languages', async () => {
  const [ltr] = await pagesOf([table(1)]);
  const [rtl] = await pagesOf([table(1)], { direction: 'rtl', language: 'ar' });
  const at = (page: typeof ltr, text: string) => page?.runs.find((run) => run.text === text)?.x ?? Number.NaN;
  const middle = 297;
  expect(at(ltr, '$ 1.00')).toBeGreaterThan(middle);
  expect(at(ltr, 'Row 1')).toBeLessThan(middle);
  expect(at(rtl, '$ 1.00')).toBeLessThan(middle);
  expect(at(rtl, 'Row 1')).toBeGreaterThan(middle);
});

it('draws Arabic letters joined, starting at the right', async () => {
  const [page] = await pagesOf([{ kind: 'paragraph', text: 'رحلة Plaza' }], { direction: 'rtl' });
  const [plaza, trip] = page?.runs.filter(({ y }) => y > 90 && y < 200).toSorted((a, b) => a.x - b.x) ?? [];
  expect(plaza?.text).toBe('Plaza');
  expect([...(trip?.text.trim() ?? '')].reverse().join('')).toBe('رحلة');
});

it('wraps long texts and long words, and removes control characters', async () => {
  const text = `${'word '.repeat(400)}${'x'.repeat(600)}\u0000\ttab\nline`;
  const pages = await pagesOf([{ kind: 'paragraph', text }]);
  const runs = pages.flatMap((page) => page.runs);
  expect(runs.every(({ x }) => x >= 48)).toBe(true);
  const all = runs.map((run) => run.text).join(' ');
  expect(all.match(/word/g)).toHaveLength(400);
  expect(all.match(/x/g)).toHaveLength(600);
  expect(all).toContain('tab line');
});

it('replaces the narrow spaces of French texts by no-break spaces, which the font contains', async () => {
  const amount = new Intl.NumberFormat('fr', { style: 'currency', currency: 'EUR' }).format(1234.5);
  expect(amount).toContain('\u202f');
  const [page] = await pagesOf([
    { kind: 'amounts', rows: [{ name: 'TVA 10\u202f%', amount }] },
    { kind: 'paragraph', text: 'Merci\u202f!' },
  ]);
  const text = page?.runs.map((run) => run.text).join('\n') ?? '';
  for (const part of ['TVA 10\u00a0%', '1\u00a0234,50\u00a0€', 'Merci\u00a0!']) expect(text).toContain(part);
});

it('draws pictures and shapes', async () => {
  const dot =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const bytes = await documents.print(
    document([
      { kind: 'picture', bytes: Buffer.from(dot, 'base64'), height: 40, description: 'A dot' },
      {
        kind: 'drawing',
        size: { width: 100, height: 50 },
        height: 120,
        description: 'The way',
        shapes: [
          {
            kind: 'area',
            points: [
              [0, 0],
              [100, 0],
              [100, 50],
            ],
            fill: '#eef2f6',
          },
          {
            kind: 'line',
            points: [
              [10, 10],
              [90, 40],
            ],
            color: '#0b6bcb',
            width: 2,
          },
          { kind: 'line', points: [], color: '#0b6bcb', width: 2 },
          { kind: 'dot', at: [10, 10], radius: 3, fill: '#14181f', outline: '#ffffff' },
        ],
      },
    ]),
  );
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(bytes.toString('latin1')).toContain('/Subtype /Image');
  await expect(
    documents.print(
      document([{ kind: 'picture', bytes: Buffer.from('no picture'), height: 40, description: '' }]),
    ),
  ).rejects.toThrow();
});

it('creates the same bytes when made at the same moment', async () => {
  const one = await documents.print(document([table(3)]));
  expect(one.equals(await documents.print(document([table(3)])))).toBe(true);
});
