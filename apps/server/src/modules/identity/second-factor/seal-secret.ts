// Encrypts an authenticator app's secret for the database: AES-256-GCM, with a key made from the installation's secret.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export interface Sealer {
  /** `owner` is authenticated with it: what was sealed for one person or session does not open for another. */
  seal(plain: Uint8Array, owner: string): Buffer;
  /** Null when it was sealed with another installation's secret, for another owner, or was changed. */
  open(sealed: Buffer, owner: string): Buffer | null;
}

export function createSealer(installationSecret: string): Sealer {
  const key = Buffer.from(hkdfSync('sha256', installationSecret, '', 'kerb second factor', KEY_BYTES));
  return {
    seal(plain, owner) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
    },
    open(sealed, owner) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(owner))
        .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
      } catch {
        return null;
      }
    },
  };
}
