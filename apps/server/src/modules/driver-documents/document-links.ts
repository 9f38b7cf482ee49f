// Signed links that open a document's picture for a limited time.
import { createHmac } from 'node:crypto';
import { DomainError, MS_PER_MINUTE } from '@kerb/domain/kernel';
import { type Clock, isSameText } from '../../kit/index.ts';

/** Enough time to view a document; short, because anyone with the link can open it. */
export const LINK_MS = 10 * MS_PER_MINUTE;

export interface Link {
  /** Path and query on this host. */
  url: string;
  /** ms since the epoch */
  linkExpiresAt: number;
}

export interface DocumentLinks {
  linkTo(id: string, lastsMs?: number): Link;
  /** Throws `not_found` for a wrong signature and `link_expired` for a valid one that has expired. */
  check(link: { id: string; until: number; signature: string }): void;
  /** Document id in a URL made by `linkTo`, with or without a host; null for any other URL and for an expired one. */
  read(url: string): string | null;
}

const ANY_HOST = 'http://kerb.invalid';
const PATH = /^\/api\/v1\/documents\/([0-9a-f-]{36})\/content$/;

export function createDocumentLinks({ secret, clock }: { secret: string; clock: Clock }): DocumentLinks {
  const sign = (id: string, until: number): string =>
    createHmac('sha256', secret).update(`document:${id}:${until}`).digest('base64url');

  function isSigned({ id, until, signature }: { id: string; until: number; signature: string }): boolean {
    return isSameText(signature, sign(id, until));
  }

  return {
    linkTo(id, lastsMs = LINK_MS) {
      const linkExpiresAt = clock.now() + lastsMs;
      const query = `until=${linkExpiresAt}&signature=${sign(id, linkExpiresAt)}`;
      return { url: `/api/v1/documents/${id}/content?${query}`, linkExpiresAt };
    },
    check(link) {
      if (!isSigned(link)) throw new DomainError('not_found');
      if (link.until <= clock.now()) throw new DomainError('link_expired');
    },
    read(url) {
      if (!URL.canParse(url, ANY_HOST)) return null;
      const { pathname, searchParams } = new URL(url, ANY_HOST);
      const id = PATH.exec(pathname)?.[1];
      const until = Number(searchParams.get('until'));
      const signature = searchParams.get('signature') ?? '';
      if (id === undefined || !isSigned({ id, until, signature }) || until <= clock.now()) return null;
      return id;
    },
  };
}
