// Computes the part of a price that the rider pays from the wallet, validated against the price and the balance.
import type { PaymentMode } from '@kerb/domain/booking';
import { DomainError, type Minor, toMinor, ZERO } from '@kerb/domain/kernel';

/**
 * `usedWalletMoney` is in major units; it is ignored for payment by wallet, which pays the whole price. A part as large
 * as the price counts as payment by wallet. Throws `insufficient_wallet` for more than the balance, `invalid_input` for
 * more than the price or too many decimals.
 */
export function walletPart(
  choice: { payment_mode: PaymentMode; usedWalletMoney: number },
  due: Minor,
  balance: Minor,
  decimals: number,
): { payment_mode: PaymentMode; used_wallet_money: Minor } {
  const part = choice.payment_mode === 'wallet' ? due : toMinor(choice.usedWalletMoney, decimals);
  if (part > due) {
    const message = 'This is more than the price';
    throw new DomainError('invalid_input', undefined, [{ path: 'paymentPacket.usedWalletMoney', message }]);
  }
  if (part > 0 && part > balance) throw new DomainError('insufficient_wallet');
  const isWhole = choice.payment_mode === 'wallet' || (part > 0 && part === due);
  // Payment by wallet charges the final price.
  return isWhole
    ? { payment_mode: 'wallet', used_wallet_money: ZERO }
    : { payment_mode: choice.payment_mode, used_wallet_money: part };
}
