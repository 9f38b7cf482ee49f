// Token of a shared link: derived from the server's secret when it is needed, and looked up by its hash.
import { createHash, createHmac } from 'node:crypto';

/** 256 bits that cannot be guessed without the secret, as 43 characters of base64url. */
export const shareToken = (secret: string, link: string): string =>
  createHmac('sha256', secret).update(`share-link:${link}`).digest('base64url');

/** The stored digest of a token. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
