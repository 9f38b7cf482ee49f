// Tests of the list of seeded faults: each applies to the current source, and they cover all areas.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { seededFaults } from './faults.ts';
import { applyEdit } from './seeded-fault.ts';
import { moduleFolder, stagesFor } from './test-stages.ts';

const root = join(import.meta.dirname, '../..');

test.each(seededFaults)('$name applies to exactly one place of $file', (fault) => {
  const text = readFileSync(join(root, fault.file), 'utf8');
  expect(applyEdit(text, fault)).not.toBe(text);
});

test.each(seededFaults)('$name names tests to run and says its harm in a sentence', (fault) => {
  const stages = stagesFor(root, fault);
  expect(stages.length).toBeGreaterThan(0);
  for (const file of stages.flatMap(({ files = [] }) => files))
    expect(existsSync(join(root, file))).toBe(true);
  expect(fault.harm).toMatch(/^[A-Z].+\.$/);
});

describe('the list', () => {
  it('has at least 60 faults with unique names, some in each area', () => {
    const names = seededFaults.map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(60);
    expect(new Set(names).size).toBe(names.length);
    for (const area of ['domain', 'server', 'web', 'sdk'])
      expect(seededFaults.filter((fault) => fault.area === area).length).toBeGreaterThanOrEqual(10);
  });
});

describe('an edit of a fault', () => {
  const edit = { name: 'x', file: 'x.ts', source: 'a > b', replacement: "a$&b'" };

  it('replaces its source text literally', () => {
    expect(applyEdit('if (a > b) {', edit)).toBe("if (a$&b') {");
  });

  it.each(['no such text', 'a > b; a > b'])('is an error in: %s', (text) => {
    expect(() => applyEdit(text, edit)).toThrow('does not apply');
  });

  it('that changes nothing is an error', () => {
    expect(() => applyEdit('a > b', { ...edit, replacement: edit.source })).toThrow('changes nothing');
  });
});

describe('the stages of tests', () => {
  it.each([
    ['apps/server/src/modules/booking/offers/accept-booking.ts', 'apps/server/src/modules/booking'],
    ['apps/server/src/kit/http/allowance.ts', 'apps/server/src/kit/http'],
    ['packages/domain/fare/promo.ts', 'packages/domain/fare'],
  ])('of %s look for database tests in %s', (file, folder) => {
    expect(moduleFolder(file)).toBe(folder);
  });

  it('are the test of the file itself, then the tests that import it, then the database tests', () => {
    const file = 'apps/server/src/modules/tracking/trail-buffer.ts';
    const fault = { ...faultIn(file), projects: ['unit', 'database'] as const };
    const [near, related, ofFolder] = stagesFor(root, fault);
    expect(near?.files).toEqual(['apps/server/src/modules/tracking/trail-buffer.test.ts']);
    expect(related).toEqual({ projects: ['unit'], relatedTo: file });
    expect(ofFolder).toEqual({
      projects: ['database'],
      files: ['apps/server/src/modules/tracking/late-positions.db.test.ts'],
    });
  });
});

function faultIn(file: string) {
  return { name: 'x', harm: 'None.', area: 'server' as const, file, source: 'a', replacement: 'b' };
}
