// The key pair a browser's push service knows this installation by (VAPID, RFC 8292).
import { createECDH, hkdfSync } from 'node:crypto';

export interface VapidKeys {
  /** base64url: the uncompressed point, 65 bytes */
  publicKey: string;
  /** base64url: 32 bytes */
  privateKey: string;
}

/** Throws for 32 bytes that are no key of P-256. */
function pairOf(bytes: Buffer): VapidKeys {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(bytes);
  return { publicKey: pair.getPublicKey('base64url'), privateKey: bytes.toString('base64url') };
}

/**
 * Derived from the installation's secret, so that every server has the same pair and none has to be stored; another
 * secret is another pair, and browsers then subscribe again.
 */
export function vapidKeysFrom(secret: string): VapidKeys {
  for (let attempt = 0; ; attempt += 1)
    try {
      return pairOf(Buffer.from(hkdfSync('sha256', secret, '', `kerb vapid ${attempt}`, 32)));
    } catch (error) {
      // One number in four billion is too large for a key.
      if (attempt > 4) throw error;
    }
}

/** True for two keys that belong together. */
export function isVapidPair({ publicKey, privateKey }: VapidKeys): boolean {
  try {
    const bytes = Buffer.from(privateKey, 'base64url');
    return bytes.length === 32 && pairOf(bytes).publicKey === publicKey.replace(/=+$/, '');
  } catch {
    return false;
  }
}
