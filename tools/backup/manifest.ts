// Schema of manifest.json, the list of files of a backup. It is written last; a folder without it is incomplete.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from './parse-json.ts';

const MANIFEST = 'manifest.json';

const backedUpFile = z.object({
  /** Path relative to the backup's folder, with forward slashes. */
  path: z.string().regex(/^(?!\/)(?!.*(^|\/)\.\.(\/|$)).+$/),
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type BackedUpFile = z.infer<typeof backedUpFile>;

const manifest = z.object({
  format: z.literal(1),
  /** Version of Kerb that made the backup. */
  kerb: z.string(),
  /** Identifies the installation; see `sourceOf`. */
  source: z.string(),
  /** `cluster`: a copy of the embedded PostgreSQL cluster; `dump`: dumps of the databases at DATABASE_URL. */
  kind: z.enum(['cluster', 'dump']),
  /** Version of the PostgreSQL server, such as 18.4. */
  postgres: z.string(),
  /** ISO 8601, UTC. Everything committed before `begunAt` is in the backup, nothing committed after `endedAt`. */
  begunAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  files: z.array(backedUpFile),
});
export type Manifest = z.infer<typeof manifest>;

export function writeManifest(folder: string, content: Manifest): void {
  writeFileSync(join(folder, MANIFEST), `${JSON.stringify(content, null, 1)}\n`, {
    mode: 0o600,
    flush: true,
  });
}

/** Reads and validates the manifest. Throws an error for the operator when the folder is not a complete backup. */
export function readManifest(folder: string): Manifest {
  let text: string;
  try {
    text = readFileSync(join(folder, MANIFEST), 'utf8');
  } catch {
    throw new Error(`${folder} is no complete backup: it has no ${MANIFEST}.`);
  }
  const parsed = manifest.safeParse(parseJson(text));
  if (!parsed.success) throw new Error(`The ${MANIFEST} of ${folder} is damaged or of another version.`);
  return parsed.data;
}
