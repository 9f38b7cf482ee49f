// Shows a rider what cancelling costs now and when that changes, updated as the minutes pass.
import type { BookingView } from '@kerb/contract';
import { useTranslation } from 'react-i18next';
import { cancelFeeAt } from './cancel-fee.ts';
import { useClockOffset } from './trip-queue/server-clock.ts';
import { useFormat } from './use-format.ts';
import { useNow } from './use-now.ts';

interface CancelFeeNotice {
  /** One or two sentences. */
  readonly text: string;
  /** The fee that the text names, in major units: the server rejects a cancellation that costs more. */
  readonly maxFee: number;
}

/** `runs`: whether the notice is shown, so that its time must advance. */
export function useCancelFee(
  booking: Pick<BookingView, 'status' | 'cancelFeeFrom' | 'cancelSlab'> | null,
  runs: boolean,
): CancelFeeNotice {
  const { t } = useTranslation();
  const { money, date, time, dateTime } = useFormat();
  const now = useNow(runs) + useClockOffset();
  if (booking === null) return { text: '', maxFee: 0 };
  const fee = cancelFeeAt(booking, now);
  const costs = fee.now > 0 ? t('cancel_fee_now', { amount: money(fee.now) }) : t('cancel_free');
  if (!fee.next) return { text: costs, maxFee: fee.now };
  const { at, amount } = fee.next;
  const isToday = date(at) === date(now);
  const from = isToday ? time(at) : dateTime(at);
  const later = t('cancel_fee_from', { time: from, amount: money(amount) });
  return { text: `${costs} ${later}`, maxFee: fee.now };
}
