// The note of the last backup in the data folder, which the examination of an installation reads.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from './parse-json.ts';

const NAME = 'last-backup.json';

/** `at`: ISO 8601, when the backup ended. */
const lastBackup = z.object({ at: z.iso.datetime(), folder: z.string() });
export type LastBackup = z.infer<typeof lastBackup>;

export function writeLastBackup(dataFolder: string, note: LastBackup): void {
  writeFileSync(join(dataFolder, NAME), `${JSON.stringify(note)}\n`);
}

/** Null when there was no backup, or when its note cannot be read. */
export function readLastBackup(dataFolder: string): LastBackup | null {
  const file = join(dataFolder, NAME);
  if (!existsSync(file)) return null;
  return lastBackup.safeParse(parseJson(readFileSync(file, 'utf8'))).data ?? null;
}
