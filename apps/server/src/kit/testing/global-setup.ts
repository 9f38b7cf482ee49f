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
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    await makeTemplate(given);
    project.provide('kerbDatabaseUrl', given);
    return async () => undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'kerb-test-'));
  const postgres = await startEmbeddedPostgres({ folder, disposable: true });
  await makeTemplate(postgres.url());
  project.provide('kerbDatabaseUrl', postgres.url());
  return async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
