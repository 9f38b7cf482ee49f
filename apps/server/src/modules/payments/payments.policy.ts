// Authorisation of payments: payers may read their own, admins may read all.
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';
import type { PaymentRecord } from './payments.repository.ts';

export const paymentsPolicy = {
  /** Throws `not_found` for a missing payment and for another user's payment. */
  getPayment(actor: Actor, payment: PaymentRecord | null): PaymentRecord {
    const isMine = payment?.uid === actor.uid;
    if (payment === null || !(isMine || actor.usertype === 'admin')) throw new DomainError('not_found');
    return payment;
  },
};
