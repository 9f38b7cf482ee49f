// Returns the receipt of a booking to the rider, the driver or an admin.
import type { Receipt } from '@kerb/contract';
import { email as emailAddress } from '@kerb/domain/identity';
import type { Actor } from '../../kit/index.ts';
import { composeReceipt } from './compose-receipt.ts';
import { issueReceipt } from './issue-receipt.ts';
import type { ReceiptsDeps } from './receipts.deps.ts';
import {
  permittedBooking,
  type ReceiptBooking,
  type ReceiptReader,
  receiptsPolicy,
} from './receipts.policy.ts';

export type ViewReceiptDeps = Pick<ReceiptsDeps, 'db' | 'email' | 'settings' | 'identity' | 'booking'>;

/**
 * Address for the rider's e-mails: the verified address of the profile. Null without one, for an unverified one, and
 * for a deleted account.
 */
export async function addressOf(
  { identity }: Pick<ViewReceiptDeps, 'identity'>,
  rider: string,
): Promise<string | null> {
  const user = await identity.userOf(rider);
  const parsed = emailAddress.safeParse(user?.emailVerified ? user.email : '');
  return parsed.success ? parsed.data : null;
}

async function mailFor(
  deps: ViewReceiptDeps,
  rider: string,
  reader: ReceiptReader,
): Promise<Receipt['mail']> {
  if (deps.email === null || reader === 'driver') return 'off';
  return (await addressOf(deps, rider)) === null ? 'no_address' : 'ready';
}

/** The receipt of a booking that has one. */
export async function receiptFor(
  deps: ViewReceiptDeps,
  booking: ReceiptBooking,
  reader: ReceiptReader,
): Promise<Receipt> {
  const settings = await deps.settings.get();
  const [issued, refunds, added, mail] = await Promise.all([
    issueReceipt(deps.db, booking.id, settings),
    deps.booking.refundsOf(booking.id),
    deps.booking.addedByReview(booking),
    mailFor(deps, booking.customer, reader),
  ]);
  return composeReceipt({ booking, issued, refunds, added, settings, reader, mail });
}

export function createViewReceipt(deps: ViewReceiptDeps) {
  return async function viewReceipt(actor: Actor, id: string): Promise<Receipt> {
    const { booking, reader } = await permittedBooking(deps.booking, actor, id, receiptsPolicy.getReceipt);
    return receiptFor(deps, booking, reader);
  };
}
