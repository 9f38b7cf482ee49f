// Our ids of payments among the references a provider keeps: an account may serve other shops with ids of their own.
import { z } from 'zod';

const uuid = z.uuid();

/** The reference when it has the form of an id of ours; null for any other, and for none. */
export const paymentIdIn = (reference: string | null | undefined): string | null =>
  uuid.safeParse(reference).data ?? null;
