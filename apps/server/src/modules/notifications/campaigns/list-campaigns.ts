// Use case "fetchNotifications": a page of campaigns, newest first, with search.
import { DomainError } from '@kerb/domain/kernel';
import { z } from 'zod';
import type { Campaign } from './campaign.ts';
import type { CampaignsDeps } from './campaigns.deps.ts';
import { campaignsRepository } from './campaigns.repository.ts';

export interface CampaignQuery {
  q?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

const cursorShape = z.tuple([z.int(), z.uuid()]);

const writeCursor = ({ createdAt, id }: Campaign): string =>
  Buffer.from(JSON.stringify([createdAt, id])).toString('base64url');

function readCursor(cursor: string): { createdAt: number; id: string } {
  try {
    const [createdAt, id] = cursorShape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return { createdAt, id };
  } catch {
    const message = 'This cursor was not given by this list';
    throw new DomainError('invalid_input', undefined, [{ path: 'cursor', message }]);
  }
}

/** Throws `invalid_input` for a cursor of another list. */
export function createListCampaigns({ db }: Pick<CampaignsDeps, 'db'>) {
  const campaigns = campaignsRepository(db);
  return async function listCampaigns({ q, limit, cursor }: CampaignQuery) {
    const after = cursor === undefined ? null : readCursor(cursor);
    const rows = await campaigns.page({ q: q?.replaceAll('\0', ''), after, limit: limit + 1 });
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    return { items, nextCursor: last && rows.length > items.length ? writeCursor(last) : null };
  };
}
