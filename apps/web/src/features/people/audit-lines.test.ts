// Tests which fields of a change the audit trail shows.
import { describe, expect, it } from 'vitest';
import { auditLines } from './audit-lines.ts';

describe('auditLines', () => {
  it('puts the old and new value of each field on one line, in the order of the form', () => {
    expect(
      auditLines({
        before: { vehicleNumber: 'A 1', firstName: 'Ana' },
        after: { vehicleNumber: 'B 2', firstName: 'Eva' },
      }),
    ).toEqual([
      { field: 'firstName', before: 'Ana', after: 'Eva' },
      { field: 'vehicleNumber', before: 'A 1', after: 'B 2' },
    ]);
  });

  it('includes added and removed fields, and lists unknown fields last', () => {
    expect(auditLines({ before: { kind: 'img1', mobile: '+598' }, after: { review: 'disabled' } })).toEqual([
      { field: 'review', before: undefined, after: 'disabled' },
      { field: 'mobile', before: '+598', after: undefined },
      { field: 'kind', before: 'img1', after: undefined },
    ]);
  });

  it('leaves out a field that is empty before and after', () => {
    expect(auditLines({ before: { reviewReason: '' }, after: { reviewReason: null } })).toEqual([]);
  });
});
