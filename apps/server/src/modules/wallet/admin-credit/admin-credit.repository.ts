// The SQL of what admins say of a credit: beside the ledger, so that it can be forgotten with the person.
import type { AdminCreditSource } from '@kerb/domain/ledger';
import type { Queries } from '../../../kit/index.ts';

type AdminCreditTables = {
  admin_credit: {
    transaction: string;
    uid: string;
    by: string;
    source: AdminCreditSource;
    reason: string;
  };
};

export const adminCreditRepository = (queries: Queries) => {
  const db = queries.withTables<AdminCreditTables>();
  return {
    async insert(row: AdminCreditTables['admin_credit']): Promise<void> {
      await db.insertInto('admin_credit').values(row).execute();
    },

    async erasePerson(uid: string): Promise<void> {
      await db.updateTable('admin_credit').set({ reason: '' }).where('uid', '=', uid).execute();
    },
  };
};
