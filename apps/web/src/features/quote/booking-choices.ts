// What a booking is made of besides the trip in the store: for whom, and how it is paid.
import type { BookingRequest, BookingResult, EstimateView } from '@kerb/contract';
import type { InstructionData, PaymentMode } from '@kerb/domain/booking';
import type { ReactNode } from 'react';

/** A booking made in the console for a rider: its presence sets booking_type_admin. */
export interface BookedFor {
  /** Null while none is chosen: select_proper. `walletBalance` in major units. */
  readonly rider: {
    readonly id: string;
    readonly mobile: string;
    readonly approved: boolean;
    readonly walletBalance: number;
  } | null;
  /** The driver to ask at once; null lets dispatch find one. */
  readonly driver: string | null;
}

/** A booking that was just made. */
export interface BookingMade {
  readonly request: BookingRequest;
  readonly estimate: EstimateView;
  readonly result: BookingResult;
}

/** What a surface adds to the dialogs that follow Book. */
export interface DialogParts {
  /** Below the fare, before it is confirmed. */
  readonly quoted?: (estimate: EstimateView, instructions: InstructionData) => ReactNode;
  /** Below the reference of the booking. */
  readonly booked?: ReactNode;
  /** More is being booked: the dialog stays open. */
  readonly isBooking?: boolean;
  readonly onBooked?: (made: BookingMade) => void;
}

/** How it is to be paid; `usedWalletMoney`, major units, is the wallet's part of cash or card. */
export interface PaymentChoice {
  readonly payment_mode: PaymentMode;
  readonly usedWalletMoney: number;
}
