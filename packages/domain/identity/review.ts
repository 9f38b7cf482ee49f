// The review states of an account and the decisions between them: approve, refuse, disable.
import { z } from 'zod';
import { MS_PER_HOUR } from '../kernel/index.ts';

/** A driver who signed up waits; refused and disabled people cannot sign in. */
export const review = z.enum(['waiting', 'approved', 'refused', 'disabled']);
export type Review = z.infer<typeof review>;

export type ReviewAction = 'approve' | 'refuse';

/** An approval can be taken back for so long. */
export const APPROVAL_UNDO_MS = MS_PER_HOUR;

/** What an admin's decision comes to, and the name it has in the audit trail. */
export interface ReviewStep {
  to: Review;
  audit: 'approve' | 'refuse' | 'enable' | 'disable';
}

const steps: Readonly<Record<ReviewAction, Readonly<Record<Review, ReviewStep | null>>>> = {
  approve: {
    waiting: { to: 'approved', audit: 'approve' },
    approved: null,
    refused: { to: 'approved', audit: 'enable' },
    disabled: { to: 'approved', audit: 'enable' },
  },
  refuse: {
    waiting: { to: 'refused', audit: 'refuse' },
    approved: { to: 'disabled', audit: 'disable' },
    refused: null,
    disabled: null,
  },
};

/** Null when the account is already in that state: another admin has decided. */
export const reviewStep = (from: Review, action: ReviewAction): ReviewStep | null => steps[action][from];

export interface Approval {
  /** When it was given, ms since the epoch. */
  at: number;
  /** Where the account stood before. */
  from: Review;
}

/** Where an account stands again when its approval is taken back; null for an approval that is too old, or none. */
export const withoutApproval = (approval: Approval | null, now: number): Review | null =>
  approval !== null && now - approval.at <= APPROVAL_UNDO_MS ? approval.from : null;
