// The VAPID key pair (RFC 8292) that identifies this installation to push services.
import { createECDH, hkdfSync } from 'node:crypto';

export interface VapidKeys {
  /** base64url: the uncompressed point, 65 bytes */
  publicKey: string;
  /** base64url: 32 bytes */
  privateKey: string;
}

/** Throws when the 32 bytes are not a valid P-256 private key. */
function pairOf(bytes: Buffer): VapidKeys {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(bytes);
  return { publicKey: pair.getPublicKey('base64url'), privateKey: bytes.toString('base64url') };
}

/**
 * Derives the key pair from the installation's secret, so that every server has the same pair without storing it. After
 * a change of the secret, browsers subscribe again.
 */
export function vapidKeysFrom(secret: string): VapidKeys {
  for (let attempt = 0; ; attempt += 1)
    try {
      return pairOf(Buffer.from(hkdfSync('sha256', secret, '', `kerb vapid ${attempt}`, 32)));
    } catch (error) {
      // About one number in four billion is too large for a key; the next attempt derives another one.
      if (attempt > 4) throw error;
    }
}

/** True when the private key belongs to the public key. */
export function isVapidPair({ publicKey, privateKey }: VapidKeys): boolean {
  try {
    const bytes = Buffer.from(privateKey, 'base64url');
    return bytes.length === 32 && pairOf(bytes).publicKey === publicKey.replace(/=+$/, '');
  } catch {
    return false;
  }
}
