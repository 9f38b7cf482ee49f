// Gives a booking its receipt: a number, and the tax rate of now, both of which stay as they are from then on.
import type { Settings } from '@kerb/domain/settings';
import type { Queries } from '../../kit/index.ts';
import { type IssuedReceipt, receiptsRepository } from './receipts.repository.ts';

/**
 * Called by the subscriber to the booking's end, so that the tax rate is the one at payment; a request before that
 * moment, or for a ride older than receipts, issues it. A second call finds the first receipt.
 */
export async function issueReceipt(
  db: Queries,
  booking: string,
  { taxRate, taxName }: Pick<Settings, 'taxRate' | 'taxName'>,
): Promise<IssuedReceipt> {
  const receipts = receiptsRepository(db);
  const known = await receipts.find(booking);
  if (known) return known;
  await receipts.addMissing({ booking, tax_rate: taxRate, tax_name: taxName });
  const issued = await receipts.find(booking);
  if (!issued) throw new Error(`receipt of ${booking} was not stored`);
  return issued;
}
