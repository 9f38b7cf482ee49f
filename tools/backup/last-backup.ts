// Reads and writes last-backup.json in the data folder, from which npm run doctor reads the age of the last backup.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from './parse-json.ts';

const NAME = 'last-backup.json';

/** `at`: the end of the backup as an ISO 8601 time; `folder`: the folder of the backup. */
const lastBackup = z.object({ at: z.iso.datetime(), folder: z.string() });
export type LastBackup = z.infer<typeof lastBackup>;

export function writeLastBackup(dataFolder: string, note: LastBackup): void {
  writeFileSync(join(dataFolder, NAME), `${JSON.stringify(note)}\n`);
}

/** Returns null when no backup was made, or when the content of the file is invalid. */
export function readLastBackup(dataFolder: string): LastBackup | null {
  const file = join(dataFolder, NAME);
  if (!existsSync(file)) return null;
  return lastBackup.safeParse(parseJson(readFileSync(file, 'utf8'))).data ?? null;
}
