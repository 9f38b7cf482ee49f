// Short form of the backup proof.
import { expect, test } from 'vitest';
import { proveRestore } from './prove-restore.ts';

test('a backup under load is restored completely, and a damaged one is rejected', {
  timeout: 240_000,
}, async () => {
  const { violations, planted } = await proveRestore(() => undefined, { isShort: true });
  expect(violations).toEqual([]);
  expect(planted.filter(({ caught }) => !caught)).toEqual([]);
  expect(planted).toHaveLength(1);
});
