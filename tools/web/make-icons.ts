// Draws the app's PNG icons from its SVG mark: `npx tsx tools/web/make-icons.ts`; the outputs are committed.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const folder = fileURLToPath(new URL('../../apps/web/public/icons/', import.meta.url));
const ink = '#14171F';

const mark = await readFile(`${folder}kerb.svg`);

async function draw(name: string, size: number, markSize: number): Promise<void> {
  const drawn = await sharp(mark, { density: 300 }).resize(markSize, markSize).png().toBuffer();
  const full = markSize < size;
  await sharp({ create: { width: size, height: size, channels: 4, background: full ? ink : '#00000000' } })
    .composite([{ input: drawn, gravity: 'centre' }])
    .png({ compressionLevel: 9, palette: true })
    .toFile(`${folder}${name}`);
}

await draw('kerb-192.png', 192, 192);
await draw('kerb-512.png', 512, 512);
// Maskable icons are cut to any shape: the mark stays inside the safe circle, the ink reaches the edges.
await draw('kerb-maskable-512.png', 512, 400);
await draw('apple-touch-icon.png', 180, 150);
