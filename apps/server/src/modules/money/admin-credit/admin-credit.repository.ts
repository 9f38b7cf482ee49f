// The SQL of the reasons that admins enter for credits. They are stored outside the ledger, so that they can be erased
// with the user.
import type { AdminCreditSource } from '@kerb/domain/ledger';
import type { Queries } from '../../../kit/index.ts';

type AdminCreditTables = {
  admin_credits: {
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
    async insert(row: AdminCreditTables['admin_credits']): Promise<void> {
      await db.insertInto('admin_credits').values(row).execute();
    },

    async erasePerson(uid: string): Promise<void> {
      await db.updateTable('admin_credits').set({ reason: '' }).where('uid', '=', uid).execute();
    },
  };
};
