// docs/data-model.md describes the database that the migrations create.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/src/kit/testing/test-database.ts';
import { readSource } from '../checks/source-files.ts';
import { describeDataModel } from './data-model.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

describe('docs/data-model.md', () => {
  it('equals the output of npm run docs:data-model', async () => {
    expect(await describeDataModel(database.asOwner)).toBe(readSource('docs/data-model.md'));
  });

  it('differs after a column, an index or a comment is added', async () => {
    const before = await describeDataModel(database.asOwner);
    for (const statement of [
      'alter table users add column canary text',
      'create index canary on users (created_at, uid)',
      "comment on column users.canary is 'A canary.'",
    ]) {
      const previous = await describeDataModel(database.asOwner);
      await database.asOwner.query(statement);
      expect(await describeDataModel(database.asOwner)).not.toBe(previous);
    }
    await database.asOwner.query('alter table users drop column canary; drop index canary');
    expect(await describeDataModel(database.asOwner)).toBe(before);
  });
});
