// npm run prove -- ledger: no cent is lost, doubled or unexplained under concurrent payments and interrupted settlements.
import type { Proof } from '../lib/proof.ts';
import { startLedgerDatabases } from './ledger-database.ts';
import { proveLedger } from './prove-ledger.ts';

const OPERATIONS = 100_000;

export const proof: Proof = {
  name: 'ledger',
  about:
    '100,000 random movements of money from many connections, and settlements cut off at every statement',
  async run(log) {
    const databases = await startLedgerDatabases();
    try {
      const seed = Date.now() % 1_000_000;
      log(`seed ${seed}`);
      return await proveLedger({ databases, operations: OPERATIONS, seed, log });
    } finally {
      await databases.close();
    }
  },
};
