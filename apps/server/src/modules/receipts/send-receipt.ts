// Sends receipts by e-mail: automatically when a ride is paid, after a fare review that adds to it, and on request.
import { DomainError } from '@kerb/domain/kernel';
import { z } from 'zod';
import { type Actor, addJob, type Tx } from '../../kit/index.ts';
import { EmailRefusedError } from '../../ports/email.ts';
import { issueReceipt } from './issue-receipt.ts';
import { languageOf, type PrintReceiptDeps, printedReceipt, wordsOf } from './print-receipt.ts';
import type { ReceiptsDeps } from './receipts.deps.ts';
import { hasReceipt, permittedBooking, receiptsPolicy } from './receipts.policy.ts';
import { receiptsRepository } from './receipts.repository.ts';
import { addressOf, receiptFor } from './view-receipt.ts';
import { writeReceiptMail } from './write-receipt-mail.ts';

export const MAIL_JOB = 'receipts.mail';
const mailJob = z.object({ id: z.uuid() });

export type SendReceiptDeps = PrintReceiptDeps & Pick<ReceiptsDeps, 'withTx' | 'clock' | 'ids' | 'logger'>;

/**
 * Schedules an e-mail in the caller's transaction; the automatic one of a booking only once, even on repeated calls.
 */
export async function planMail(
  { clock, ids }: Pick<ReceiptsDeps, 'clock' | 'ids'>,
  tx: Tx,
  booking: string,
  automatic: boolean,
): Promise<void> {
  const id = ids.next();
  const isNew = await receiptsRepository(tx).addMail({ id, booking, automatic, asked_at: clock.now() });
  if (isNew) await addJob(tx, MAIL_JOB, { id }, { jobKey: `${MAIL_JOB}:${id}` });
}

/** Throws `proper_email` when the rider has no address, and `unavailable` when no e-mail is sent. */
export function createSendReceipt(deps: SendReceiptDeps) {
  return async function sendReceipt(actor: Actor, id: string): Promise<void> {
    const { booking } = await permittedBooking(deps.booking, actor, id, receiptsPolicy.sendReceipt);
    if (deps.email === null) throw new DomainError('unavailable', 'No mail is sent here');
    if ((await addressOf(deps, booking.customer)) === null) throw new DomainError('proper_email');
    const settings = await deps.settings.get();
    await deps.withTx(async (tx) => {
      await issueReceipt(tx, id, settings);
      await planMail(deps, tx, id, false);
    });
  };
}

/**
 * Job that sends the e-mail. An error is retried at growing intervals, for hours. The e-mail is marked as sent when the
 * server has accepted it; after a crash in between it is sent again with the same Message-ID, by which mailboxes remove
 * duplicates. An e-mail that the server rejects permanently is not retried; its response is stored.
 */
export function createDeliverMail(deps: SendReceiptDeps) {
  return async function deliverMail(payload: unknown): Promise<void> {
    const { id } = mailJob.parse(payload);
    const mails = receiptsRepository(deps.db);
    const mail = await mails.waitingMail(id);
    const booking = mail && (await deps.booking.find(mail.booking));
    if (!booking || !deps.email || !hasReceipt(booking)) return;
    // The address was erased or removed from the profile meanwhile.
    const to = await addressOf(deps, booking.customer);
    if (to === null) return;
    const language = await languageOf(deps, booking);
    const receipt = await receiptFor(deps, booking, 'rider');
    const pdf = await printedReceipt(deps, booking, receipt, { ...language, reader: 'rider' });
    const words = await wordsOf(deps, booking, language);
    try {
      await deps.email.send(writeReceiptMail({ id, to, receipt, language, words, pdf }));
    } catch (error) {
      if (!(error instanceof EmailRefusedError)) throw error;
      deps.logger.warn(
        { mail: id, booking: booking.id, reason: error.message },
        'A receipt was not sent after the last attempt',
      );
      return mails.markRefused(id, deps.clock.now(), error.message);
    }
    await mails.markSent(id, deps.clock.now());
  };
}
