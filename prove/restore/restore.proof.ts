// npm run prove -- restore: a backup under load, restored by itself, to a point in time, and to the end of the archive.
import type { Proof } from '../lib/proof.ts';
import { proveRestore } from './prove-restore.ts';

export const proof: Proof = {
  name: 'restore',
  about:
    'what was acknowledged before a backup, or before a moment of the WAL archive, is there after a restore',
  run: (log, { isShort }) => proveRestore(log, { isShort }),
};
