// The proof of the ledger as a part of the server: the job that seals finished days.
import type { ServerModule } from '../../../kit/index.ts';
import type { Logger } from '../../../kit/observe/logger.ts';
import { createSealDays, type SealDeps } from './seal-days.ts';

const SEAL_JOB = 'ledger.seal';

export function createLedgerModule({ logger, ...deps }: SealDeps & { logger: Logger }): ServerModule {
  const sealDays = createSealDays(deps);
  return {
    jobs: {
      [SEAL_JOB]: async () => {
        const days = await sealDays();
        if (days.length > 0) logger.info({ days }, 'Sealed the ledger');
      },
    },
    // Time zones differ from UTC by whole and half hours: this is soon after midnight in most.
    schedules: { [SEAL_JOB]: '7,37 * * * *' },
  };
}
