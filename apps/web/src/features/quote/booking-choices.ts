// Types of a booking's data besides the trip in the store: the rider it is for, and the payment.
import type { BookingRequest, BookingResult, EstimateView } from '@kerb/contract';
import type { InstructionData, PaymentMode } from '@kerb/domain/booking';
import type { ReactNode } from 'react';

/** For a booking made in the console: when set, the booking has booking_type_admin true. */
export interface BookedFor {
  /** Null while not chosen, which is the error select_proper. `walletBalance` in major units. */
  readonly rider: {
    readonly id: string;
    /** '' for a rider without a name. */
    readonly name: string;
    readonly mobile: string;
    readonly approved: boolean;
    readonly walletBalance: number;
  } | null;
  /** uid of the driver who gets the first offer; null for automatic dispatch. */
  readonly driver: string | null;
}

/** A completed booking. */
export interface BookingMade {
  readonly request: BookingRequest;
  readonly estimate: EstimateView;
  readonly result: BookingResult;
}

/** Content that the screen adds to the dialogs after Book. */
export interface DialogParts {
  /** Rendered below the fare, before the confirmation. */
  readonly quoted?: (estimate: EstimateView, instructions: InstructionData) => ReactNode;
  /** Rendered below the reference of the booking. */
  readonly booked?: ReactNode;
  /** True while more parts are being booked: the dialog stays open. */
  readonly isBooking?: boolean;
  readonly onBooked?: (made: BookingMade) => void;
  /** Called when the user closes the result to enter another booking; not when they open the booking. */
  readonly onClosed?: () => void;
}

/** The payment of the booking; `usedWalletMoney` in major units is the wallet's part of a cash or card payment. */
export interface PaymentChoice {
  readonly payment_mode: PaymentMode;
  readonly usedWalletMoney: number;
}
