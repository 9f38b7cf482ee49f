// React hook for the payment method (cash, card or wallet) and the wallet's part of a cash or card payment.
import type { PaymentMode } from '@kerb/domain/booking';
import { useState } from 'react';
import type { PaymentChoice } from './booking-choices.ts';

export interface PaymentChoosing {
  readonly mode: PaymentMode;
  readonly walletCovers: boolean;
  /** Amount in major units that the wallet can pay of a cash or card payment; 0 when the option is hidden. */
  readonly part: number;
  readonly usesPart: boolean;
  readonly onMode: (mode: PaymentMode) => void;
  readonly onPart: (uses: boolean) => void;
  readonly packet: PaymentChoice;
}

/** `due` and `walletBalance` in major units. */
export function usePaymentChoice(due: number, walletBalance: number): PaymentChoosing {
  const [chosen, onMode] = useState<PaymentMode>('cash');
  const [usesPart, onPart] = useState(false);
  const walletCovers = walletBalance >= due;
  // The price may have risen above the balance since the wallet was chosen.
  const mode = chosen === 'wallet' && !walletCovers ? 'cash' : chosen;
  const part = mode !== 'wallet' && walletBalance > 0 && !walletCovers ? walletBalance : 0;
  const packet = { payment_mode: mode, usedWalletMoney: usesPart ? part : 0 };
  return { mode, walletCovers, part, usesPart, onMode, onPart, packet };
}
