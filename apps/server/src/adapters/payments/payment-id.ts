// Recognises our payment ids among a provider's references, because the account may also serve other shops.
import { z } from 'zod';

const uuid = z.uuid();

/** Returns the reference when it has the format of our ids; null for any other or missing reference. */
export const paymentIdIn = (reference: string | null | undefined): string | null =>
  uuid.safeParse(reference).data ?? null;
