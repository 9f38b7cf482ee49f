// "An admin decides about a held payment": refunds it at the provider, or credits it to the payer's wallet.
import { add, DomainError, type Minor, subtract, toMajor, ZERO } from '@kerb/domain/kernel';
import { type Actor, recordSecurity, type Tx } from '../../kit/index.ts';
import type { PaymentsDeps } from './payments.deps.ts';
import { publishAccepted, publishPaymentChanged } from './payments.events.ts';
import { type PaymentRecord, paymentsRepository, paymentsWriter } from './payments.repository.ts';
import { addRefund } from './refund-payment.ts';

/** What waits for the decision: a part, or the captured amount minus refunds; null when it was in another currency. */
function leftOf({
  captured_amount: captured,
  going_back: back,
  held_amount: part,
}: PaymentRecord): Minor | null {
  if (captured === null) return null;
  return part > 0 ? part : subtract(captured, back);
}

type Decide = (actor: Actor, id: string, given: { reason: string }) => Promise<void>;

export function createDecideHeld({ withTx, clock, ids, wallet, identity }: PaymentsDeps): {
  refund: Decide;
  accept: Decide;
} {
  /** Throws `not_found` and `already_processed`. */
  async function heldPayment(tx: Tx, id: string): Promise<PaymentRecord> {
    const payment = await paymentsWriter(tx).lock(id);
    if (payment === null) throw new DomainError('not_found');
    if (payment.status !== 'held') throw new DomainError('already_processed');
    return payment;
  }

  const decided = (actor: Actor, reason: string) => ({
    decided_by: actor.uid,
    decided_at: clock.now(),
    decided_reason: reason,
  });

  return {
    /**
     * Also throws `transition_not_allowed` for the second payment of an order: not every provider can refund it apart
     * from the first.
     */
    refund: (actor, id, { reason }) =>
      withTx(async (tx) => {
        const payment = await heldPayment(tx, id);
        if ((await paymentsRepository(tx).firstOf([id])).has(id))
          throw new DomainError('transition_not_allowed', 'A second payment is refunded at its provider');
        const { going_back: goingBack, decimals } = payment;
        const amount = leftOf(payment);
        await paymentsWriter(tx).change(id, {
          ...decided(actor, reason),
          decision: 'sent-back',
          status: 'refunding',
          held_amount: ZERO,
          ...(amount === null ? {} : { going_back: add(goingBack, amount) }),
        });
        const value = amount === null ? payment.reported_value : toMajor(amount, decimals).toFixed(decimals);
        await addRefund(tx, payment, {
          id: ids.next(),
          amount,
          value: value ?? '',
          currency: payment.reported_currency ?? '',
          reason,
          now: clock.now(),
        });
        recordSecurity(tx, { event: 'held_payment_decided', payment: id, decision: 'sent_back' });
      }),

    /**
     * Also throws `amount_mismatch` for an amount in another currency, and `transition_not_allowed` when the payer has
     * no wallet to credit: the account was deleted, or is an admin's now.
     */
    accept: (actor, id, { reason }) =>
      withTx(async (tx) => {
        const payment = await heldPayment(tx, id);
        const { uid: owner, account: kind } = payment;
        const amount = leftOf(payment);
        if (amount === null) throw new DomainError('amount_mismatch', payment.reason ?? undefined);
        if (!(await identity.lockWalletHolder(tx, owner)))
          throw new DomainError('transition_not_allowed', 'The payer has no wallet');
        await paymentsWriter(tx).change(id, {
          ...decided(actor, reason),
          decision: 'accepted',
          status: 'captured',
        });
        await wallet.acceptHeld(tx, id, { account: { kind, owner }, amount });
        recordSecurity(tx, { event: 'held_payment_decided', payment: id, decision: 'accepted' });
        await publishPaymentChanged(tx, payment, 'captured');
        await publishAccepted(tx, payment, amount);
      }),
  };
}
