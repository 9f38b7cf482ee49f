// Use cases of admins: read a page of payments, or one payment, with the payer and the refunded amount.
import type { PaymentRecordView } from '@kerb/contract';
import { fullNameOf } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import type { PaymentStatus } from '@kerb/domain/payment';
import { idCursor } from '../../kit/index.ts';
import type { PaymentsDeps } from './payments.deps.ts';
import { presentRecord } from './payments.presenter.ts';
import { type PaymentRecord, paymentsRepository } from './payments.repository.ts';
import { refundsRepository } from './refunds.repository.ts';

interface Query {
  limit: number;
  cursor?: string | undefined;
  status?: PaymentStatus | undefined;
  booking?: string | undefined;
  person?: string | undefined;
}

export function createViewPayments({ db, identity }: Pick<PaymentsDeps, 'db' | 'identity'>) {
  const payments = paymentsRepository(db);
  const refunds = refundsRepository(db);

  async function present(rows: readonly PaymentRecord[]): Promise<PaymentRecordView[]> {
    const [users, back, firstOf] = await Promise.all([
      identity.usersOf([...new Set(rows.map(({ uid }) => uid))]),
      refunds.refundedAmountOf(rows.map(({ id }) => id)),
      payments.firstOf(rows.filter(({ status }) => status === 'held').map(({ id }) => id)),
    ]);
    return rows.map((row) => {
      const user = users.get(row.uid);
      const name = fullNameOf(user);
      return presentRecord(row, { name, refunded: back.get(row.id), isPaidTwice: firstOf.has(row.id) });
    });
  }

  return {
    async list({ limit, cursor, status, booking, person }: Query) {
      const before = idCursor(cursor);
      const rows = await payments.list({ status, booking, uid: person, before, limit: limit + 1 });
      const page = rows.slice(0, limit);
      return {
        items: await present(page),
        nextCursor: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
      };
    },

    /** Throws `not_found`. */
    async record(id: string): Promise<PaymentRecordView> {
      const row = await payments.find(id);
      const [record] = row === null ? [] : await present([row]);
      if (!record) throw new DomainError('not_found');
      return record;
    },
  };
}
