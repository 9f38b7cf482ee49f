// Entry point of the ledger module: the admins' page of all accounts, the seals of finished days, and the verification
// of both. It reads the tables that the wallet module writes; the only rows it writes are seals.
import type { ServerModule } from '../../kit/index.ts';
import type { Logger } from '../../kit/observe/logger.ts';
import { ledgerRoutes } from './ledger.routes.ts';
import { createSealDays, type SealDeps } from './seal-days.ts';
import { createViewLedger, type ViewLedgerDeps } from './view-ledger.ts';

export type { HeldPayments } from './ledger.ports.ts';
export { writeMissingCopies } from './seal-days.ts';
export { type Check, type Verification, verifyLedger } from './verify-ledger.ts';

const SEAL_JOB = 'ledger.seal';

export type LedgerModuleDeps = SealDeps & ViewLedgerDeps & { logger: Logger };

export function createLedgerModule(deps: LedgerModuleDeps): ServerModule {
  const sealDays = createSealDays(deps);
  return {
    routes: ledgerRoutes(createViewLedger(deps)),
    jobs: {
      [SEAL_JOB]: async () => {
        const days = await sealDays();
        if (days.length > 0) deps.logger.info({ days }, 'Sealed the ledger');
      },
    },
    // Time zones differ from UTC by whole, half or quarter hours: this runs soon after midnight in most of them.
    schedules: { [SEAL_JOB]: '7,37 * * * *' },
  };
}
