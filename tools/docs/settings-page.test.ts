// docs/settings.md describes every setting of the schema.
import { settings } from '@kerb/domain/settings';
import { describe, expect, it } from 'vitest';
import { readSource } from '../checks/source-files.ts';
import { describeSettings } from './settings-page.ts';

describe('docs/settings.md', () => {
  it('equals the output of npm run docs:settings', () => {
    expect(readSource('docs/settings.md')).toBe(describeSettings());
  });

  it('has a row for each setting with its default and range', () => {
    const page = describeSettings();
    for (const key of Object.keys(settings.shape)) expect(page).toContain(`\n| \`${key}\` | `);
    expect(page).toContain('| 30 | 5 to 600, whole |');
    expect(page).toContain('| 24 numbers, each 0.8 to 4 |');
    expect(page).toContain('| 0 to 12 numbers, each above 0 |');
    expect(page).toContain('| broadcast | `broadcast`, `nearest`, `batched` |');
  });
});
