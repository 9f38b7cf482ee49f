// Encodes and decodes the cursor of the list of promos.
import type { PromoSort } from '@kerb/contract';
import { createSortedCursor } from '../../kit/index.ts';

export const promoCursor = createSortedCursor<PromoSort>({
  promo_name: 'text',
  user_avail: 'small',
  createdAt: 'whole',
  promo_validity: 'whole',
});
