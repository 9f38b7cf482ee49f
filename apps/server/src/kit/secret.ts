// Generates the secret of a demonstration once and stores it in its data folder.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function demonstrationSecret(folder: string): string {
  const file = join(folder, 'secret');
  if (!existsSync(file)) {
    writeFileSync(`${file}.next`, randomBytes(32).toString('hex'), { mode: 0o600 });
    renameSync(`${file}.next`, file);
  }
  return readFileSync(file, 'utf8').trim();
}
