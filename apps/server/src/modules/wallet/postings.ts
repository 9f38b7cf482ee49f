// Table of the postings of each business event: kind, reference and entries.
import { type Minor, ZERO } from '@kerb/domain/kernel';
import {
  type AdminCreditSource,
  acceptHeldEntries,
  adminCreditEntries,
  bookingRefundEntries,
  cancellationEntries,
  captureEntries,
  type PersonAccount,
  prepaymentEntries,
  prepaymentRefundEntries,
  providerRefundEntries,
  type RideSettlement,
  referralEntries,
  referralReversalEntries,
  rideSettlementEntries,
  tipEntries,
  topupEntries,
  topupReversalEntries,
  vehicleChargeEntries,
  withdrawalEntries,
  withdrawalPaidEntries,
  withdrawalReturnedEntries,
} from '@kerb/domain/ledger';
import type { ProviderName } from '@kerb/domain/payment';
import type { Posting } from './posting.ts';

/** A posting without its id and time. */
export type PostingDraft = Omit<Posting, 'id' | 'at'>;

/** An amount that a provider captured or refunded. */
export interface Captured {
  provider: ProviderName;
  amount: Minor;
}

export interface OfAccount {
  account: PersonAccount;
  amount: Minor;
}

export interface Bonus {
  booking: string;
  accounts: readonly PersonAccount[];
  bonus: Minor;
}

export interface CancellationCharge {
  rider: string;
  driver: string;
  fee: Minor;
  /** The part of the fee that is taken from the card payment held for the booking; none by default. */
  fromHeld?: Minor;
}

export interface ReviewCharge {
  rider: string;
  driver: string;
  driver_share: Minor;
  convenience_fees: Minor;
  discount_amount: Minor;
  /** driver_share + convenience_fees − discount_amount */
  amount: Minor;
}

/** A charge for a shared vehicle: the rent of a day, or the commission of a trip. */
export interface VehicleCharge {
  id: string;
  kind: 'rent' | 'commission';
  booking: string | null;
  driver: string;
  /** uid of the fleet admin who owns the vehicle; null for the platform's own vehicle. */
  fleetadmin: string | null;
  /** Minor units; negative when a part of a charge is refunded. */
  amount: Minor;
}

const forBooking = (booking: string) => ({ reference: booking, booking, txRef: booking });
/** Reference fields of a posting without a booking: a payment, a refund of one, a withdraw. */
const ownReference = (reference: string) => ({ reference, booking: null, txRef: reference });

export const postings = {
  settleRide: (booking: string, ride: RideSettlement): PostingDraft => ({
    kind: 'ride',
    ...forBooking(booking),
    entries: rideSettlementEntries(ride),
  }),

  reservePrepayment: (booking: string, rider: string, amount: Minor): PostingDraft => ({
    kind: 'prepayment',
    ...forBooking(booking),
    entries: prepaymentEntries(rider, amount),
  }),

  refundPrepayment: (booking: string, rider: string, wallet: Minor): PostingDraft => ({
    kind: 'prepayment_refund',
    ...forBooking(booking),
    entries: prepaymentRefundEntries(rider, wallet),
  }),

  holdCapture: (payment: string, captured: Captured & { booking: string | null }): PostingDraft => ({
    kind: 'capture',
    reference: payment,
    booking: captured.booking,
    txRef: captured.booking ?? payment,
    entries: captureEntries(captured.provider, captured.amount),
  }),

  creditTopup: (payment: string, { account, provider, amount }: Captured & OfAccount): PostingDraft => ({
    kind: 'topup',
    ...ownReference(payment),
    entries: topupEntries(account, provider, amount),
  }),

  acceptHeld: (payment: string, { account, amount }: OfAccount): PostingDraft => ({
    kind: 'topup',
    ...ownReference(payment),
    entries: acceptHeldEntries(account, amount),
  }),

  reverseTopup: (refund: string, { account, provider, amount }: Captured & OfAccount): PostingDraft => ({
    kind: 'provider_refund',
    ...ownReference(refund),
    entries: topupReversalEntries(account, provider, amount),
  }),

  settleProviderRefund: (refund: string, back: Captured & { booking: string | null }): PostingDraft => ({
    kind: 'provider_refund',
    reference: refund,
    booking: back.booking,
    txRef: back.booking ?? refund,
    entries: providerRefundEntries(back.provider, back.amount),
  }),

  refundBooking: (
    refund: string,
    given: { booking: string; rider: string; toWallet: Minor; toCard: Minor },
  ): PostingDraft => ({
    kind: 'booking_refund',
    ...forBooking(given.booking),
    reference: refund,
    entries: bookingRefundEntries(given.rider, given.toWallet, given.toCard),
  }),

  returnHeld: (refund: string, given: { booking: string; rider: string; amount: Minor }): PostingDraft => ({
    kind: 'prepayment_refund',
    ...forBooking(given.booking),
    reference: refund,
    entries: prepaymentRefundEntries(given.rider, given.amount),
  }),

  chargeCancellation: (booking: string, charge: CancellationCharge): PostingDraft => ({
    kind: 'cancellation',
    ...forBooking(booking),
    entries: cancellationEntries(charge.rider, charge.driver, charge.fee, charge.fromHeld),
  }),

  giveTip: (booking: string, given: { rider: string; driver: string; tip: Minor }): PostingDraft => ({
    kind: 'tip',
    ...forBooking(booking),
    entries: tipEntries(given.rider, given.driver, given.tip),
  }),

  chargeFareReview: (booking: string, { amount, ...charge }: ReviewCharge): PostingDraft => ({
    kind: 'fare_review',
    ...forBooking(booking),
    entries: rideSettlementEntries({
      ...charge,
      usedWalletMoney: amount,
      cashPaymentAmount: ZERO,
      cardPaymentAmount: ZERO,
      prepaidAmount: ZERO,
    }),
  }),

  chargeForVehicle: ({ id, kind, booking, driver, fleetadmin, amount }: VehicleCharge): PostingDraft => ({
    kind: kind === 'rent' ? 'vehicle_rent' : 'vehicle_commission',
    reference: id,
    booking,
    txRef: booking ?? id,
    entries: vehicleChargeEntries(driver, fleetadmin, amount),
  }),

  creditReferral: (rider: string, { booking, accounts, bonus }: Bonus): PostingDraft => ({
    kind: 'referral',
    ...forBooking(booking),
    reference: rider,
    entries: referralEntries(accounts, bonus),
  }),

  reverseReferral: (rider: string, { booking, accounts, bonus }: Bonus): PostingDraft => ({
    kind: 'referral_reversal',
    ...forBooking(booking),
    reference: rider,
    entries: referralReversalEntries(accounts, bonus),
  }),

  creditByAdmin: (
    reference: string,
    { account, amount, source = 'credit' }: OfAccount & { source?: AdminCreditSource },
  ): PostingDraft => ({
    kind: 'admin_credit',
    reference,
    booking: null,
    txRef: 'AdminCredit',
    entries: adminCreditEntries(account, amount, source),
  }),

  takeWithdrawal: (withdraw: string, { account, amount }: OfAccount): PostingDraft => ({
    kind: 'withdrawal',
    ...ownReference(withdraw),
    entries: withdrawalEntries(account, amount),
  }),

  settleWithdrawal: (withdraw: string, amount: Minor): PostingDraft => ({
    kind: 'withdrawal_paid',
    ...ownReference(withdraw),
    entries: withdrawalPaidEntries(amount),
  }),

  returnWithdrawal: (withdraw: string, { account, amount }: OfAccount): PostingDraft => ({
    kind: 'withdrawal_returned',
    ...ownReference(withdraw),
    entries: withdrawalReturnedEntries(account, amount),
  }),
};
