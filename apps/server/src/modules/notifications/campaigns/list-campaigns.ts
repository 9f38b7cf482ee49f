// Use case "fetchNotifications": a page of campaigns, newest first, with search.
import { z } from 'zod';
import { readCursor, writeCursor } from '../../../kit/index.ts';
import type { CampaignsDeps } from './campaigns.deps.ts';
import { campaignsRepository } from './campaigns.repository.ts';

export interface CampaignQuery {
  q?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

const cursorShape = z.tuple([z.int(), z.uuid()]);

function placeOf(cursor: string): { createdAt: number; id: string } {
  const [createdAt, id] = readCursor(cursorShape, cursor);
  return { createdAt, id };
}

/** Throws `invalid_input` for a cursor of another list. */
export function createListCampaigns({ db }: Pick<CampaignsDeps, 'db'>) {
  const campaigns = campaignsRepository(db);
  return async function listCampaigns({ q, limit, cursor }: CampaignQuery) {
    const after = cursor === undefined ? null : placeOf(cursor);
    const rows = await campaigns.page({ q: q?.replaceAll('\0', ''), after, limit: limit + 1 });
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    return {
      items,
      nextCursor: last && rows.length > items.length ? writeCursor([last.createdAt, last.id]) : null,
    };
  };
}
