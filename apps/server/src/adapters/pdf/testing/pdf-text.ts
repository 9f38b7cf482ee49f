// Extracts the text of a PDF made by the adapter, for tests: pages, lines in drawing order, and their positions.
import { inflateSync } from 'node:zlib';

/** A run of letters; x and y in points from the page's upper left corner. */
export interface PrintedRun {
  text: string;
  x: number;
  y: number;
}

export interface PrintedPage {
  width: number;
  runs: readonly PrintedRun[];
  /** The runs of each y joined from left to right; right-to-left letters are in drawing order. */
  lines: readonly string[];
}

type Objects = Map<number, { head: string; stream: Buffer | null }>;

function readObjects(pdf: Buffer): Objects {
  const text = pdf.toString('latin1');
  const found: Objects = new Map();
  for (const match of text.matchAll(/(\d+) 0 obj\r?\n([\s\S]*?)endobj/g)) {
    const [, id = '', body = ''] = match;
    const at = body.indexOf('stream\n');
    const head = at < 0 ? body : body.slice(0, at);
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0);
    const bytes = Buffer.from(body.slice(at + 7, at + 7 + length), 'latin1');
    const stream = at < 0 ? null : head.includes('/FlateDecode') ? inflateSync(bytes) : bytes;
    found.set(Number(id), { head, stream });
  }
  return found;
}

const unhex = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');

/** Reads the map from codes to letters; pdfkit writes ranges with a list of the letters for each code. */
function readToUnicode(map: string): Map<number, string> {
  const letters = new Map<number, string>();
  for (const [, start = '', list = ''] of map.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g)) {
    const values = [...list.matchAll(/<([\w ]*)>/g)].map(([, hex = '']) => unhex(hex.replaceAll(' ', '')));
    for (const [index, value] of values.entries()) letters.set(Number.parseInt(start, 16) + index, value);
  }
  return letters;
}

const reference = (head: string, key: string): number =>
  Number(new RegExp(`/${key} \\[?\\s*(\\d+) 0 R`).exec(head)?.[1] ?? -1);

function fontsOf(objects: Objects, head: string): Map<string, Map<number, string>> {
  const resources = objects.get(reference(head, 'Resources'))?.head ?? head;
  const fonts = new Map<string, Map<number, string>>();
  for (const [, name = '', id = ''] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const unicode = objects.get(reference(objects.get(Number(id))?.head ?? '', 'ToUnicode'));
    fonts.set(name, readToUnicode(unicode?.stream?.toString('latin1') ?? ''));
  }
  return fonts;
}

function runsOf(content: string, fonts: Map<string, Map<number, string>>, height: number): PrintedRun[] {
  return [...content.matchAll(/BT\n([\s\S]*?)ET/g)].map(([, block = '']) => {
    const [, x = '0', y = '0'] = /1 0 0 1 ([\d.-]+) ([\d.-]+) Tm/.exec(block) ?? [];
    const letters = fonts.get(/\/(F\d+) /.exec(block)?.[1] ?? '');
    const codes = [...block.matchAll(/<(\w+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
    const text = codes.map((code) => letters?.get(Number.parseInt(code, 16)) ?? '\ufffd').join('');
    return { text, x: Number(x), y: Math.round(height - Number(y)) };
  });
}

function linesOf(runs: readonly PrintedRun[]): string[] {
  const lines = new Map<number, PrintedRun[]>();
  for (const run of runs) lines.set(run.y, [...(lines.get(run.y) ?? []), run]);
  return [...lines.values()].map((line) =>
    line
      .toSorted((a, b) => a.x - b.x)
      .map(({ text }) => text.trim())
      .join(' '),
  );
}

export function readPdf(pdf: Buffer): PrintedPage[] {
  const objects = readObjects(pdf);
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b/.test(head));
  return pages.map(({ head }) => {
    const [, width = '0', height = '0'] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(head) ?? [];
    const content = objects.get(reference(head, 'Contents'))?.stream?.toString('latin1') ?? '';
    const runs = runsOf(content, fontsOf(objects, head), Number(height));
    return { width: Number(width), runs, lines: linesOf(runs) };
  });
}
