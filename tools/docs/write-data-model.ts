// npm run docs:data-model: migrates an empty database and writes docs/data-model.md from it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../apps/server/src/kit/db/index.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/kit/postgres/embedded.ts';
import { root } from '../checks/source-files.ts';
import { describeDataModel } from './data-model.ts';

const DATABASE_NAME = 'kerb';

const folder = mkdtempSync(join(tmpdir(), 'kerb-data-model-'));
try {
  const postgres = await startEmbeddedPostgres({ folder, disposable: true });
  try {
    const admin = new pg.Client({ connectionString: postgres.url() });
    await admin.connect();
    await admin.query(`create database ${DATABASE_NAME}`);
    await admin.end();
    await migrate(postgres.url(DATABASE_NAME));
    const client = new pg.Client({ connectionString: postgres.url(DATABASE_NAME) });
    await client.connect();
    writeFileSync(join(root, 'docs', 'data-model.md'), await describeDataModel(client));
    await client.end();
  } finally {
    await postgres.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write('Wrote docs/data-model.md\n');
