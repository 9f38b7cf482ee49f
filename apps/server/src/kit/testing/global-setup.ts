// Starts one PostgreSQL for a whole run of database tests, and creates the migrated template that is copied for each
// file.
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
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

const MEMORY_FOLDER = '/dev/shm';
/**
 * Free space that the in-memory file system must have, bytes. A run needs about 1 GB: the template, the city's
 * template, and the copies in use.
 */
const ROOM_BYTES = 3 * 1024 ** 3;

/**
 * Parent folder of the run's data: an in-memory file system when it has enough space, otherwise the temporary folder.
 */
function dataParent(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return Math.min(bavail * bsize, freemem()) > ROOM_BYTES ? MEMORY_FOLDER : tmpdir();
  } catch {
    return tmpdir();
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(dataParent(), 'kerb-test-'));
  const given = process.env.TEST_DATABASE_URL;
  const postgres = given ? null : await startEmbeddedPostgres({ folder, disposable: true });
  // An interrupted run exits without a teardown, and its data would occupy memory.
  const abandon = () => {
    if (postgres) process.kill(postgres.pid, 'SIGQUIT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  };
  process.once('exit', abandon);
  const url = given ?? postgres?.localUrl() ?? '';
  await makeTemplate(url);
  project.provide('kerbDatabaseUrl', url);
  project.provide('kerbDataFolder', folder);
  return async () => {
    process.off('exit', abandon);
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
