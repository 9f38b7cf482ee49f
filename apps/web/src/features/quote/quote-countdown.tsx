// Note on how long a price remains valid; shown only shortly before it expires.
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../lib/use-now.ts';

const SHOWN_MS = 2 * 60_000;

/** `until` in ms since the epoch; null renders nothing. */
export function QuoteCountdown({ until }: { readonly until: number | null }) {
  const { t } = useTranslation();
  const now = useNow(until !== null);
  const left = until === null ? 0 : until - now;
  if (left <= 0 || left > SHOWN_MS) return null;
  const seconds = Math.ceil(left / 1000);
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <Typography role="timer" variant="caption" color="text.secondary" className="tabular">
      {t('price_held_for', { time })}
    </Typography>
  );
}
