// How a price is to be paid: cash, card or wallet, and the wallet's part of the first two, as far as it reaches.
import type { PaymentMode } from '@kerb/domain/booking';
import { useState } from 'react';
import type { PaymentChoice } from './booking-choices.ts';

export interface PaymentChoosing {
  readonly mode: PaymentMode;
  readonly walletCovers: boolean;
  /** Major units the wallet can pay of cash or card; 0: nothing is offered. */
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
  // The price may have grown out of the wallet's reach since it was chosen.
  const mode = chosen === 'wallet' && !walletCovers ? 'cash' : chosen;
  const part = mode !== 'wallet' && walletBalance > 0 && !walletCovers ? walletBalance : 0;
  const packet = { payment_mode: mode, usedWalletMoney: usesPart ? part : 0 };
  return { mode, walletCovers, part, usesPart, onMode, onPart, packet };
}
