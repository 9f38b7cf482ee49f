// Ticking waiting time or time until pickup; a component of its own, so that rows are not rendered each second.
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { useNow } from '../../lib/use-now.ts';

interface RowClockProps {
  /** ms since the epoch, by the server's clock. */
  readonly since: number;
  readonly clockAheadMs: number;
}

const SHOWS_SECONDS_MS = 3_600_000;

export function RowClock({ since, clockAheadMs }: RowClockProps) {
  const { t } = useTranslation();
  const { clock, duration } = useFormat();
  const secs = (useNow(true) + clockAheadMs - since) / 1000;
  if (secs < 0) return <>{t('board_in', { time: duration(-secs) })}</>;
  return <>{secs * 1000 < SHOWS_SECONDS_MS ? clock(secs) : duration(secs)}</>;
}
