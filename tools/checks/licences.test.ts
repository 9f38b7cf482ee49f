// Checks that the licences of all production packages are compatible with Kerb's own licence (MIT).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { workspaceRoot } from '../../apps/server/src/kit/package-root.ts';

/**
 * Permissive licences, the licence of fonts, and two that allow unchanged files beside other code: MPL, and LGPL for
 * libvips, which sharp loads as a shared library.
 */
const accepted = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
]);

/** Packages whose package.json contains no licence, with the licence that their other files state. */
const named: Readonly<Record<string, string>> = {
  'node_modules/@mapbox/jsonlint-lines-primitives': 'MIT',
  'node_modules/png-js': 'MIT',
};

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      license: z.string().optional(),
      dev: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
});

/** Returns whether all licences of "MIT AND ISC", or at least one of "(MIT OR GPL-3.0)", are accepted. */
function isAccepted(expression: string): boolean {
  const inner = /^\((.*)\)$/.exec(expression)?.[1] ?? expression;
  // Nested expressions are not supported and must be reviewed manually.
  if (/[()]/.test(inner)) return false;
  const choices = inner.split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((licence) => accepted.has(licence.trim())));
}

describe('licences', () => {
  it('of all packages that run in production are accepted', () => {
    const text = readFileSync(join(workspaceRoot(), 'package-lock.json'), 'utf8');
    const { packages } = lockfile.parse(JSON.parse(text));
    const installed = Object.entries(packages).filter(
      ([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link,
    );
    expect(installed.length).toBeGreaterThan(300);
    const refused = installed.filter(
      ([path, { license }]) => !isAccepted(license ?? named[path] ?? 'not named'),
    );
    expect(refused.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
  });

  it('are parsed as expressions', () => {
    expect(isAccepted('(MIT OR GPL-3.0)')).toBe(true);
    expect(isAccepted('Apache-2.0 AND GPL-3.0')).toBe(false);
    expect(isAccepted('(MIT OR GPL-3.0) AND GPL-3.0')).toBe(false);
    expect(isAccepted('GPL-3.0')).toBe(false);
    expect(isAccepted('not named')).toBe(false);
  });
});
