// Saves a screenshot of each open window when a journey fails, to diagnose failures on other machines.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { onTestFailed } from 'vitest';
import { getCurrentTest } from 'vitest/suite';

const folder = fileURLToPath(new URL('../../artifacts/failures', import.meta.url));

/** Saves a screenshot of the page to artifacts/failures if the current test fails. Does nothing outside a test. */
export function pictureOnFailure(page: Page): void {
  // Not expect.getState(): files share modules, so before the first test of a file it returns a test of the last file.
  const test = getCurrentTest()?.name;
  if (test === undefined) return;
  onTestFailed(async () => {
    if (page.isClosed()) return;
    await mkdir(folder, { recursive: true });
    const name = `${test} ${new URL(page.url()).pathname}`.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 150);
    await page.screenshot({ path: path.join(folder, `${name}.png`), timeout: 10_000 }).catch(() => undefined);
  });
}
