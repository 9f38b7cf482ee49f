// Saves screenshots of screens to artifacts/screens, only in `npm run screens`.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const folder = fileURLToPath(new URL('../../artifacts/screens', import.meta.url));

export const savesPictures = process.env.KERB_PICTURES === '1';

export async function takePicture(page: Page, name: string): Promise<void> {
  if (!savesPictures) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
}
