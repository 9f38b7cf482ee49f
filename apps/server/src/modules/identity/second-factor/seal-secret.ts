// Encrypts an authenticator app's secret for the database: AES-256-GCM with a key derived from the installation's
// secret.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export interface Sealer {
  /** Authenticates `owner` as associated data: a secret of one user or session cannot be decrypted for another. */
  seal(plain: Uint8Array, owner: string): Buffer;
  /** Null when the ciphertext was modified, has another owner, or was encrypted with another installation's secret. */
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
