// Subscriber to decided fare reviews: sends the receipt of a paid ride again, because an approved review adds to it.
import { z } from 'zod';
import type { Subscriber } from '../../kit/index.ts';
import { issueReceipt } from './issue-receipt.ts';
import { hasReceipt } from './receipts.policy.ts';
import { receiptsRepository } from './receipts.repository.ts';
import { planMail, type SendReceiptDeps } from './send-receipt.ts';
import { addressOf } from './view-receipt.ts';

const decided = z.object({ booking_id: z.string() });

export function onFareReviewDecided(deps: SendReceiptDeps): Subscriber {
  return {
    name: 'receipts.on-fare-review-decided',
    events: ['fare-review.decided'],
    async handle({ data }) {
      const { booking_id: id } = decided.parse(data);
      const booking = deps.email === null ? undefined : await deps.booking.find(id);
      const added = booking && (await deps.booking.addedByReview(booking));
      if (!added || !hasReceipt(booking) || (await addressOf(deps, booking.customer)) === null) return;
      const settings = await deps.settings.get();
      await deps.withTx(async (tx) => {
        await issueReceipt(tx, id, settings);
        // The event can be delivered again.
        if (!(await receiptsRepository(tx).hasMailSince(id, added.at))) await planMail(deps, tx, id, false);
      });
    },
  };
}
