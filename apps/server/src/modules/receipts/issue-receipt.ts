// Issues the receipt of a booking: its number and the current tax rate, which never change afterwards.
import type { Settings } from '@kerb/domain/settings';
import type { Queries } from '../../kit/index.ts';
import { type IssuedReceipt, receiptsRepository } from './receipts.repository.ts';

/**
 * Called by the subscriber to the end of a booking, so that the tax rate is that of the payment. A request that arrives
 * earlier, or for a ride from before receipts existed, issues it too. Idempotent.
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
