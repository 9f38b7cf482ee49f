// Serves /manifest.webmanifest with the operator's name for the app.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

interface WebManifestOptions {
  /** Folder of the built app. */
  readonly folder: string;
  readonly appName: () => Promise<string>;
}

/** Maximum length of the short name: home screens show about this many characters. */
const SHORT_NAME = 12;

function shortened(name: string): string {
  const letters = [...name];
  return letters.length <= SHORT_NAME
    ? name
    : `${letters
        .slice(0, SHORT_NAME - 1)
        .join('')
        .trimEnd()}…`;
}

/** Serves the built manifest with its names replaced; without a built manifest, nothing is mounted. */
export function mountWebManifest(app: FastifyInstance, { folder, appName }: WebManifestOptions): void {
  const file = join(folder, 'manifest.webmanifest');
  if (!existsSync(file)) return;
  app.get('/manifest.webmanifest', async (_request, reply) => {
    const built: unknown = JSON.parse(await readFile(file, 'utf8'));
    const name = await appName();
    return reply
      .headers({ 'cache-control': 'no-cache' })
      .type('application/manifest+json')
      .send(JSON.stringify({ ...Object(built), name, short_name: shortened(name) }));
  });
}
