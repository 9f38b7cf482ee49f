// npm run prove -- loss: the database and external services become unavailable and recover.

import { startCluster } from '../lib/cluster.ts';
import type { Proof } from '../lib/proof.ts';
import { proveFullDisk } from './full-disk.ts';
import { proveLoss } from './prove-loss.ts';

export const proof: Proof = {
  name: 'loss',
  about:
    'while a service or the database is away, calls say so in time, the rest goes on, and nothing acknowledged is lost',
  async run(log, { isShort }) {
    const database = await startCluster();
    try {
      const report = await proveLoss(database, log, { isShort });
      const disk = isShort ? null : await proveFullDisk(log);
      if (disk === null) return report;
      return {
        tried: report.tried + disk.tried,
        violations: [...report.violations, ...disk.violations],
        planted: [...report.planted, ...disk.planted],
        more: {
          ...report.more,
          disk_recovered_ms: disk.recovered_ms,
          disk_started_again: disk.started_again,
        },
      };
    } finally {
      await database.close();
    }
  },
};
