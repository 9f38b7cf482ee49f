// Who may see which payment: payers their own, admins all.
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';
import type { PaymentRecord } from './payments.repository.ts';

export const paymentsPolicy = {
  /** Throws `not_found` for a payment of somebody else, as for none. */
  getPayment(actor: Actor, payment: PaymentRecord | null): PaymentRecord {
    const isMine = payment?.uid === actor.uid;
    if (payment === null || !(isMine || actor.usertype === 'admin')) throw new DomainError('not_found');
    return payment;
  },
};
