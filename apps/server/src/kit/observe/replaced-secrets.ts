// Detects at start-up that a configured secret has changed, for the security log.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Queries, Tx } from '../db/tables.ts';
import type { WithTx } from '../db/transactor.ts';
import { secretFingerprintsRepository } from './secret-fingerprints.repository.ts';
import { recordSecurity } from './security-log.ts';

/** Variable whose value is the key of all other secrets' fingerprints. */
const INSTALLATION_SECRET = 'KERB_SECRET';

export interface ReplacedSecretsDeps {
  withTx: WithTx;
  /** Values by variable name; unset variables are left out. */
  secrets: Readonly<Record<string, string>>;
  /** The installation's secret. */
  secret: string;
}

/** A keyed hash: without the installation's secret, even a short secret cannot be guessed from its fingerprint. */
function fingerprintsOf({ secret, secrets }: ReplacedSecretsDeps): Map<string, Buffer> {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'fingerprints of secrets', 32));
  const all = { ...secrets, [INSTALLATION_SECRET]: secret };
  return new Map(
    Object.entries(all).map(([name, value]) => [
      name,
      createHmac('sha256', key).update(`${name}\n${value}`).digest(),
    ]),
  );
}

async function isOther(db: Queries, name: string, fingerprint: Buffer): Promise<boolean> {
  const known = await secretFingerprintsRepository(db).find(name);
  return known !== null && !timingSafeEqual(known, fingerprint);
}

/**
 * Records each secret that was replaced since the last start, and stores the fingerprints of the current values. A new
 * installation secret changes all fingerprints, so only its own replacement is recorded then.
 */
export async function reportReplacedSecrets(deps: ReplacedSecretsDeps): Promise<void> {
  const fingerprints = fingerprintsOf(deps);

  async function compare(tx: Tx): Promise<void> {
    const repository = secretFingerprintsRepository(tx);
    await repository.lock();
    const installation = fingerprints.get(INSTALLATION_SECRET);
    const isKeyReplaced =
      installation !== undefined && (await isOther(tx, INSTALLATION_SECRET, installation));
    if (isKeyReplaced) recordSecurity(tx, { event: 'secret_replaced', name: INSTALLATION_SECRET });
    for (const [name, fingerprint] of fingerprints) {
      if (!isKeyReplaced && (await isOther(tx, name, fingerprint)))
        recordSecurity(tx, { event: 'secret_replaced', name });
      await repository.remember(name, fingerprint);
    }
    // Fingerprints of unset secrets used the former key, so a later value cannot be compared with them.
    if (isKeyReplaced) await repository.removeOthers([...fingerprints.keys()]);
  }

  await deps.withTx(compare);
}
