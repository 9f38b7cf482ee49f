// Entry point of receipts of rides: as data, as PDF, and by e-mail.
import type { ServerModule, Tx } from '../../kit/index.ts';
import { createDrawBookingMap } from './draw-booking-map.ts';
import { onBookingOver } from './on-booking-over.ts';
import { onFareReviewDecided } from './on-fare-review-decided.ts';
import { createPrintReceipt } from './print-receipt.ts';
import type { ReceiptsDeps } from './receipts.deps.ts';
import { receiptsRepository } from './receipts.repository.ts';
import { receiptsRoutes } from './receipts.routes.ts';
import { createDeliverMail, createSendReceipt, MAIL_JOB } from './send-receipt.ts';
import { createViewReceipt } from './view-receipt.ts';

/** Erases the responses of mail servers about the riders' addresses; the receipts themselves stay, like the ledger. */
export const eraseReceiptMails = (tx: Tx, bookings: readonly string[]): Promise<void> =>
  receiptsRepository(tx).eraseRefusals(bookings);

export function createReceiptsModule(deps: ReceiptsDeps): ServerModule {
  return {
    routes: receiptsRoutes({
      viewReceipt: createViewReceipt(deps),
      printReceipt: createPrintReceipt(deps),
      sendReceipt: createSendReceipt(deps),
      drawBookingMap: createDrawBookingMap(deps),
    }),
    subscribers: [onBookingOver(deps), onFareReviewDecided(deps)],
    jobs: { [MAIL_JOB]: createDeliverMail(deps) },
  };
}
