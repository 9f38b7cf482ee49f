// Tests which files of the built web app are compressed, and that they hold the same content.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { compressFiles } from './compress-files.mjs';

const folder = mkdtempSync(join(tmpdir(), 'kerb-compress-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('writes a Brotli and a gzip file beside each text file of a kilobyte and more', async () => {
  const script = 'export const fare = 189;\n'.repeat(200);
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets', 'main.js'), script);
  writeFileSync(join(folder, 'assets', 'small.js'), 'export {};');
  writeFileSync(join(folder, 'preview.png'), Buffer.alloc(2000));
  await compressFiles(folder);
  expect(readdirSync(folder, { recursive: true }).map(String).sort()).toEqual([
    'assets',
    'assets/main.js',
    'assets/main.js.br',
    'assets/main.js.gz',
    'assets/small.js',
    'preview.png',
  ]);
  const compressed = (ending: string) => readFileSync(join(folder, 'assets', `main.js${ending}`));
  expect(brotliDecompressSync(compressed('.br')).toString()).toBe(script);
  expect(gunzipSync(compressed('.gz')).toString()).toBe(script);
});
