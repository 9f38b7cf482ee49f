// "editCancellationReason": admins add, reword and remove the reasons to cancel; bookings keep the words they had.
import { DomainError } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { appendEvent, type Tx, violatesUnique, type WithTx } from '../../kit/index.ts';
import { type CancelReason, settingsRepository } from './settings.repository.ts';

/** The reasons of a new installation. */
export const defaultCancelReasons = [
  'The car is too far away',
  'The wait is too long',
  'Nobody came to the pickup',
  'The other side asked to cancel',
  'The pickup or the drop is wrong',
  'Plans have changed',
  'The vehicle or the driver is not as shown',
  'Another reason',
].map((label, value) => ({ value, label }));

export interface EditCancelReasonsDeps {
  withTx: WithTx;
  current: () => Promise<Pick<Settings, 'AllowCriticalEditsAdmin'>>;
}

/** As many as the list shows. */
const MOST_REASONS = 200;

const publishChanged = (tx: Tx): Promise<void> =>
  appendEvent(tx, { name: 'catalog.changed', topics: ['catalog'], data: { what: 'cancel_reason' } });

/**
 * Each throws `demo_mode` while critical edits are off, `name_taken` for a label that another reason has in any letter
 * case, and `not_found` for a value that no reason has.
 */
export function createEditCancelReasons({ withTx, current }: EditCancelReasonsDeps) {
  async function edit<Answer>(
    work: (reasons: ReturnType<typeof settingsRepository>) => Promise<Answer>,
  ): Promise<Answer> {
    if (!(await current()).AllowCriticalEditsAdmin) throw new DomainError('demo_mode');
    try {
      return await withTx(async (tx) => {
        const answer = await work(settingsRepository(tx));
        await publishChanged(tx);
        return answer;
      });
    } catch (error) {
      if (violatesUnique(error, 'cancel_reason_label')) throw new DomainError('name_taken');
      throw error;
    }
  }

  return {
    /** The reason takes the value after the highest. */
    add: (label: string): Promise<CancelReason> =>
      edit(async (reasons) => {
        await reasons.holdCancelReasons();
        const all = await reasons.cancelReasons();
        if (all.length >= MOST_REASONS)
          throw new DomainError('conflict', `There are ${MOST_REASONS} reasons already; delete one first`);
        const added = { value: Math.max(-1, ...all.map(({ value }) => value)) + 1, label };
        await reasons.insertCancelReason(added);
        return added;
      }),

    change: (reason: CancelReason): Promise<CancelReason> =>
      edit(async (reasons) => {
        if (!(await reasons.changeCancelReason(reason))) throw new DomainError('not_found');
        return reason;
      }),

    remove: (value: number): Promise<void> =>
      edit(async (reasons) => {
        if (!(await reasons.removeCancelReason(value))) throw new DomainError('not_found');
      }),
  };
}
