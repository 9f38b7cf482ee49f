// Review states of an account and the decisions between them: approve, refuse, disable.
import { z } from 'zod';
import { MS_PER_HOUR } from '../kernel/index.ts';

/** A driver who signed up is waiting; refused and disabled users cannot sign in. */
export const review = z.enum(['waiting', 'approved', 'refused', 'disabled']);
export type Review = z.infer<typeof review>;

export type ReviewAction = 'approve' | 'refuse';

/** Time in which an approval can be undone. */
export const APPROVAL_UNDO_MS = MS_PER_HOUR;

/** Result of an admin's decision, and its name in the audit trail. */
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

/** Returns null when the account is already in that state, because another admin decided first. */
export const reviewStep = (from: Review, action: ReviewAction): ReviewStep | null => steps[action][from];

export interface Approval {
  /** Time of the approval, ms since the epoch. */
  at: number;
  /** State of the account before the approval. */
  from: Review;
}

/** Returns the state of an account after its approval is undone; null for an approval that is too old, or for none. */
export const withoutApproval = (approval: Approval | null, now: number): Review | null =>
  approval !== null && now - approval.at <= APPROVAL_UNDO_MS ? approval.from : null;
