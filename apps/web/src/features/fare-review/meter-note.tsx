// Note on how the driven distance was measured, when it was not matched to the road network.
import type { BookingView } from '@kerb/contract';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';

export function MeterNote({ booking }: { booking: Pick<BookingView, 'meterMethod'> }) {
  const { t } = useTranslation();
  const method = booking.meterMethod;
  if (!method || method === 'matched') return null;
  return (
    <Typography variant="body2" color="text.secondary">
      {t(`meter_${method}`)}
    </Typography>
  );
}
