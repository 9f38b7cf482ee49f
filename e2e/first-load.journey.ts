// The first load of the landing page is below 170 kB of gzipped JS and CSS, static imports included.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

/** The built web app that the servers of all journeys deliver. */
const dist = fileURLToPath(new URL('../apps/web/dist', import.meta.url));
const limitBytes = 170_000;
/** What a first visit to "/" in English loads: the entry, the landing page and their texts. */
const firstLoad = [
  'index.html',
  'src/surfaces/site/landing-screen.tsx',
  '../../packages/texts/locales/en/core.json',
  '../../packages/texts/locales/en/site.json',
];

function reachable(manifest: Record<string, Chunk>, names: readonly string[]): Set<string> {
  const files = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no ${name}`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const style of chunk.css ?? []) files.add(style);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const name of names) visit(name);
  return files;
}

it('loads the landing page with less than 170 kB of JS and CSS', async () => {
  const manifest: Record<string, Chunk> = JSON.parse(
    await readFile(path.join(dist, '.vite/manifest.json'), 'utf8'),
  );
  const files = [...reachable(manifest, firstLoad)];
  const sizes = await Promise.all(
    files.map(async (file) => [gzipSync(await readFile(path.join(dist, file))).length, file] as const),
  );
  const total = sizes.reduce((sum, [bytes]) => sum + bytes, 0);
  const heaviest = sizes.toSorted(([a], [b]) => b - a).slice(0, 8);
  expect(files.some((file) => file.endsWith('.css'))).toBe(true);
  expect(files.filter((file) => /maplibre|map-view|date-time-picker|DataGrid/.test(file))).toEqual([]);
  expect(total, heaviest.map(([bytes, file]) => `${bytes} ${file}`).join('\n')).toBeLessThan(limitBytes);
});

it('shows a placeholder before any script has loaded', async () => {
  const page = await readFile(path.join(dist, 'index.html'), 'utf8');
  const root = page.slice(page.indexOf('id="root"'));
  expect(root).toMatch(/^id="root"><div class="first-paint" aria-hidden="true">(<i><\/i>){6}<\/div><\/div>/);
  expect(page).toMatch(/\.first-paint i\s*\{[^}]*height:\s*64px/);
});
