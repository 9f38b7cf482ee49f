// Tests the transitions between waiting, approved, refused and disabled.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  APPROVAL_UNDO_MS,
  type Review,
  type ReviewAction,
  review,
  reviewStep,
  withoutApproval,
} from './review.ts';

test('approves or refuses a waiting user, disables an approved one, enables one refused or disabled', () => {
  expect(reviewStep('waiting', 'approve')).toEqual({ to: 'approved', audit: 'approve' });
  expect(reviewStep('waiting', 'refuse')).toEqual({ to: 'refused', audit: 'refuse' });
  expect(reviewStep('approved', 'refuse')).toEqual({ to: 'disabled', audit: 'disable' });
  for (const out of ['refused', 'disabled'] as const)
    expect(reviewStep(out, 'approve')).toEqual({ to: 'approved', audit: 'enable' });
});

test('repeating a decision changes nothing, in any state', () => {
  const actions = fc.array(fc.constantFrom<ReviewAction>('approve', 'refuse'), { minLength: 1 });
  fc.assert(
    fc.property(fc.constantFrom(...review.options), actions, (start, decisions) => {
      let stand: Review = start;
      for (const action of decisions) {
        const step = reviewStep(stand, action);
        if (step) stand = step.to;
        expect(reviewStep(stand, action)).toBeNull();
        expect(stand === 'approved').toBe(action === 'approve');
      }
    }),
  );
});

test.each(['waiting', 'refused', 'disabled'] as const)(
  'an approval of an account that was %s is taken back for an hour',
  (from) => {
    const at = 1_800_000_000_000;
    expect(withoutApproval({ at, from }, at + APPROVAL_UNDO_MS)).toBe(from);
    expect(withoutApproval({ at, from }, at + APPROVAL_UNDO_MS + 1)).toBeNull();
    expect(withoutApproval(null, at)).toBeNull();
  },
);
