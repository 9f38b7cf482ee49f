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
// The system crops maskable icons to its own shape: the mark fits the safe circle, the background fills the square.
await draw('kerb-maskable-512.png', 512, 400);
await draw('apple-touch-icon.png', 180, 150);

/** Draws the link preview, 1200 × 630 px: the mark beside a route. It has no text, because operators' names differ. */
async function drawPreview(): Promise<void> {
  const scene = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
    <rect width="1200" height="630" fill="${ink}"/>
    <g fill="none" stroke="#222936" stroke-width="14" stroke-linecap="round">
      <path d="M-20 90H1220M-20 300H1220M-20 520H1220M90 -20V650M380 -20V650M690 -20V650M1010 -20V650"/>
      <path d="M430 650 760 300 860 -20" stroke-width="26"/>
    </g>
    <path d="M150 520H380V300H690V90H1010" fill="none" stroke="#FFC400" stroke-width="18"
      stroke-linecap="round" stroke-linejoin="round"/>
    <circle cx="150" cy="520" r="26" fill="${ink}" stroke="#FFFFFF" stroke-width="14"/>
    <circle cx="1010" cy="90" r="34" fill="#FFC400" stroke="${ink}" stroke-width="12"/>
  </svg>`;
  const drawn = await sharp(mark, { density: 300 }).resize(220, 220).png().toBuffer();
  await sharp(Buffer.from(scene))
    .composite([{ input: drawn, left: 890, top: 330 }])
    .png({ compressionLevel: 9, palette: true })
    .toFile(`${folder}../preview.png`);
}

await drawPreview();
