// Starts one PostgreSQL for a whole run of database tests and makes the migrated template they are copied from.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import { makeTemplate } from './template.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    kerbDatabaseUrl: string;
    kerbDataFolder: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'kerb-test-'));
  const given = process.env.TEST_DATABASE_URL;
  const postgres = given ? null : await startEmbeddedPostgres({ folder, disposable: true });
  const url = given ?? postgres?.url() ?? '';
  await makeTemplate(url);
  project.provide('kerbDatabaseUrl', url);
  project.provide('kerbDataFolder', folder);
  return async () => {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
