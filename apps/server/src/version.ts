// Reads the program's version from its package.json.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverRoot } from './kit/package-root.ts';

export function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(serverRoot(), 'package.json'), 'utf8'));
  const isVersioned = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return isVersioned ? String(manifest.version) : '0.0.0';
}
