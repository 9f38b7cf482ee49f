// Checks that the catalogue of security events matches the table in docs/operate.md.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { securityEvents } from '../../apps/server/src/kit/observe/security-catalogue.ts';

interface Documented {
  event: string;
  severity: string;
  fields: string[];
}

/** Returns the rows of the table in docs/operate.md, "Security log". */
function documentedEvents(): Documented[] {
  const page = readFileSync(new URL('../../docs/operate.md', import.meta.url), 'utf8');
  const section = page.split('\n## ').find((part) => part.startsWith('Security log')) ?? '';
  return [...section.matchAll(/^\| `(\w+)` +\| (\w+) +\| ([^|]*)\| \S/gm)].map(
    ([, event = '', severity = '', fields = '']) => ({
      event,
      severity,
      fields: [...fields.matchAll(/`(\w+)`/g)].map(([, field = '']) => field),
    }),
  );
}

describe('the catalogue of security events', () => {
  it('equals the table of docs/operate.md: events, severities and fields', () => {
    const catalogue = Object.entries(securityEvents).map(([event, { severity, fields }]) => ({
      event,
      severity,
      fields: Object.keys(fields.shape),
    }));
    expect(catalogue.length).toBeGreaterThan(20);
    expect(documentedEvents()).toEqual(catalogue);
  });
});
