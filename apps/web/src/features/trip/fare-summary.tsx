// Fare of the trip: the estimate before its end, the itemised fare after it, how it is paid, and why it differs from
// the estimate.
import type { BookingView } from '@kerb/contract';
import { type PaymentMode, paymentShown } from '@kerb/domain/booking';
import { type Minor, minMinor, roundToMinor, subtract, toMajor } from '@kerb/domain/kernel';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { FareBreakdownLines } from '../../ui/fare-breakdown-lines.tsx';
import { AmountRow } from './amount-row.tsx';

const final: readonly BookingView['status'][] = ['REACHED', 'PENDING', 'PAID', 'COMPLETE'];

export function isFinal(booking: BookingView): boolean {
  return final.includes(booking.status);
}

interface PaidPart {
  readonly mode: PaymentMode;
  readonly amount: Minor;
}

/** What the wallet and the other payment mode pay; empty while no mode is chosen. */
function paidParts(booking: BookingView, total: Minor, decimals: number): PaidPart[] {
  const mode = paymentShown(booking);
  if (mode === null) return [];
  const fromWallet =
    mode === 'wallet' ? total : minMinor(roundToMinor(booking.usedWalletMoney, decimals), total);
  const parts: PaidPart[] = [
    { mode: 'wallet', amount: fromWallet },
    { mode, amount: subtract(total, fromWallet) },
  ];
  return parts.filter(({ amount }) => amount > 0);
}

export function FareSummary({ booking }: { booking: BookingView }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const decimals = useSettings()?.decimal ?? 2;
  const minorTotal = roundToMinor(booking.trip_cost - booking.discount_amount, decimals);
  const total = toMajor(minorTotal, decimals);
  const isPaid = booking.status === 'PAID' || booking.status === 'COMPLETE';
  // After the trip, until it is paid, the choice of the payment states what is left.
  const parts = isFinal(booking) && !isPaid ? [] : paidParts(booking, minorTotal, decimals);
  const [part] = parts;
  const totalText = part && parts.length === 1 ? t(`paid_by_${part.mode}`) : t('fare_total');
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {isFinal(booking) ? (
        <FareBreakdownLines
          lines={booking.breakdown.lines}
          unit={booking.distanceUnit}
          total={total}
          totalText={totalText}
        />
      ) : (
        <AmountRow text={totalText} amount={total} isMain />
      )}
      {parts.length > 1 && (
        <Box sx={{ display: 'grid', gap: 0.75 }}>
          {parts.map(({ mode, amount }) => (
            <AmountRow key={mode} text={t(`paid_by_${mode}`)} amount={toMajor(amount, decimals)} />
          ))}
        </Box>
      )}
      {isFinal(booking) && booking.fare_change_reason && !booking.fareReview && (
        <Typography variant="body2" color="text.secondary">
          {t(`fare_changed_${booking.fare_change_reason}`, { estimate: money(booking.estimate) })}
        </Typography>
      )}
    </Box>
  );
}
