// Generates apps/server/assets/glyphs: signed distance fields of the Inter letters that map labels use.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Pbf from 'pbf';
import { chromium } from 'playwright-core';

const FONTS = { 'Inter Medium': 500, 'Inter SemiBold': 600 } as const;
/** First code points of ranges of 256: Latin with its extensions, Greek, Cyrillic, general punctuation, arrows. */
const RANGES = [0, 256, 512, 768, 1024, 1280, 7680, 8192, 8448];
/** TinySDF options that match the glyph format of MapLibre: letters of 24 px with a border of 3 px. */
const SDF = { fontSize: 24, buffer: 3, radius: 8, cutoff: 0.25 };
/** Distance in px above the baseline from which the glyph format measures the top of a letter. */
const ASCENDER = 26;

interface Glyph {
  readonly id: number;
  readonly bitmap: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
  readonly advance: number;
}

const resolve = createRequire(import.meta.url).resolve;
const fontFolder = join(dirname(resolve('@fontsource-variable/inter/package.json')), 'files');
const target = join(
  dirname(fileURLToPath(import.meta.url)),
  '..',
  '..',
  'apps',
  'server',
  'assets',
  'glyphs',
);

const fontFaces = readFileSync(join(fontFolder, '..', 'index.css'), 'utf8').replace(
  /url\(\.\/files\/([^)]+)\)/g,
  (_, file: string) =>
    `url(data:font/woff2;base64,${readFileSync(join(fontFolder, file)).toString('base64')})`,
);
const tinySdf = readFileSync(resolve('@mapbox/tiny-sdf'), 'utf8').replace(
  'export default class',
  'globalThis.TinySDF = class',
);

const drawGlyphs = readFileSync(
  join(dirname(fileURLToPath(import.meta.url)), 'draw-glyphs.page.mjs'),
  'utf8',
);

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  const page = await browser.newPage();
  await page.setContent(
    `<style>${fontFaces}</style><script>${tinySdf}</script><script>${drawGlyphs}</script>`,
  );
  for (const [font, weight] of Object.entries(FONTS)) {
    mkdirSync(join(target, font), { recursive: true });
    for (const start of RANGES) {
      const job = JSON.stringify({ start, weight, sdf: SDF, ascender: ASCENDER });
      const glyphs: Glyph[] = await page.evaluate(`drawRange(${job})`);
      const range = `${start}-${start + 255}`;
      writeFileSync(join(target, font, `${range}.pbf`), encode(font, range, glyphs));
      process.stdout.write(`${font} ${range}: ${glyphs.length} letters\n`);
    }
  }
} finally {
  await browser.close();
}
process.stdout.write(`${readdirSync(target).join(', ')} written to ${target}\n`);

/** Encodes a range of glyphs as https://github.com/mapbox/node-fontnik/blob/master/proto/glyphs.proto. */
function encode(font: string, range: string, glyphs: readonly Glyph[]): Uint8Array {
  const stack = new Pbf();
  stack.writeStringField(1, font);
  stack.writeStringField(2, range);
  for (const glyph of glyphs) {
    const message = new Pbf();
    message.writeVarintField(1, glyph.id);
    if (glyph.width > 0) message.writeBytesField(2, Uint8Array.from(glyph.bitmap));
    message.writeVarintField(3, glyph.width);
    message.writeVarintField(4, glyph.height);
    message.writeSVarintField(5, glyph.left);
    message.writeSVarintField(6, glyph.top);
    message.writeVarintField(7, glyph.advance);
    stack.writeBytesField(3, message.finish());
  }
  const pbf = new Pbf();
  pbf.writeBytesField(1, stack.finish());
  return pbf.finish();
}
