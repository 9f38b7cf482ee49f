// Renders one document as an A4 PDF with pdfkit, the embedded fonts and the letter order of visual-runs.
import { isolated } from '@kerb/texts';
import PDFDocument from 'pdfkit';
import type { PrintedDocument } from '../../ports/documents.ts';
import { drawBlock } from './draw-block.ts';
import { loadPrintFonts, type PrintFonts } from './fonts.ts';
import { createFlow, type Flow, ink, MARGIN, type PdfPage, styles } from './page-flow.ts';
import { createTextSetter } from './text-setter.ts';

/** A document without functions, so that it can be sent to another process. */
export type DocumentContent = Omit<PrintedDocument, 'pageNumber'>;

/** Returns the footer line of each page once the number of pages is known. */
export type PageTexts = (pages: number) => Promise<readonly string[]>;

function emptyPages({ title, language, orientation, madeAt }: DocumentContent, fonts: PrintFonts): PdfPage {
  const page = new PDFDocument({
    size: 'A4',
    layout: orientation ?? 'portrait',
    // The footer is below the area that pdfkit would treat as the page, so the bottom margin is 0.
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: 0 },
    bufferPages: true,
    lang: language,
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: title, Creator: 'Kerb', Producer: 'Kerb', CreationDate: new Date(madeAt) },
  });
  for (const { name, bytes } of fonts.all) page.registerFont(name, bytes);
  return page;
}

function drawTop(flow: Flow, { letterhead, title, subtitle }: DocumentContent): void {
  if (letterhead) {
    const half = flow.width / 2;
    const name = flow.set.lines(letterhead.name, styles.heading, half - 8);
    const after = flow.set.draw(name, styles.heading, flow.part(0, half - 8), 'start');
    const top = flow.y;
    for (const line of letterhead.lines) {
      const lines = flow.set.lines(isolated(line), styles.muted, half - 8);
      flow.y = flow.set.draw(lines, styles.muted, flow.part(half + 8, half - 8), 'end');
    }
    flow.y = Math.max(after, flow.y, top) + 8;
    flow.rule(flow.y);
    flow.y += 18;
  }
  flow.write(title, styles.title);
  if (subtitle) flow.write(subtitle, { ...styles.normal, color: ink.muted });
  flow.y += 12;
}

function drawFeet(flow: Flow, footer: string | undefined, pageTexts: readonly string[]): void {
  for (const [index, text] of pageTexts.entries()) {
    flow.page.switchToPage(index);
    flow.y = flow.page.page.height - MARGIN;
    const half = flow.width / 2;
    if (footer) {
      const [line = ''] = flow.set.lines(footer, styles.muted, half);
      flow.set.draw([line], styles.muted, flow.part(0, half), 'start');
    }
    flow.set.draw([text], styles.muted, flow.part(half, half), 'end');
  }
}

async function bytesOf(page: PdfPage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  page.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    page.on('end', resolve);
    page.on('error', reject);
  });
  page.end();
  await ended;
  return Buffer.concat(chunks);
}

let fontsOfAll: PrintFonts | undefined;

/** The fonts are loaded when the first document is printed. */
export async function printDocument(document: DocumentContent, pageTexts: PageTexts): Promise<Buffer> {
  fontsOfAll ??= loadPrintFonts();
  const fonts = fontsOfAll;
  const page = emptyPages(document, fonts);
  const flow = createFlow(page, createTextSetter(page, fonts, document.direction), document.direction);
  drawTop(flow, document);
  for (const block of document.blocks) await drawBlock(flow, block);
  drawFeet(flow, document.footer, await pageTexts(page.bufferedPageRange().count));
  return bytesOf(page);
}
