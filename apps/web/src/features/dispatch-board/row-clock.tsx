// Ticking time of a request with what it counts; a component of its own, so that rows are not rendered each second.
import type { BoardRow } from '@kerb/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { useNow } from '../../lib/use-now.ts';

interface RowClockProps {
  readonly row: Pick<BoardRow, 'clock' | 'since'>;
  readonly clockAheadMs: number;
  /** Puts the time and its label on lines of their own, for a narrow column. */
  readonly stacked?: boolean;
}

const SHOWS_SECONDS_MS = 3_600_000;

const stackedLabel = {
  display: 'block',
  fontSize: '0.6875rem',
  fontWeight: 500,
  lineHeight: 1.3,
  color: 'text.secondary',
} as const;

/** Key of the text around the time; null for the answer of an older server, which does not say what the time means. */
function labelOf(clock: BoardRow['clock'] | undefined, isAhead: boolean) {
  if (clock === undefined) return isAhead ? 'board_in' : null;
  if (clock === 'pickup') return isAhead ? 'board_clock_until' : 'board_clock_late';
  return `board_clock_${clock}` as const;
}

export function RowClock({ row, clockAheadMs, stacked = false }: RowClockProps) {
  const { t } = useTranslation();
  const { clock, duration } = useFormat();
  const secs = (useNow(true) + clockAheadMs - row.since) / 1000;
  const time = secs < 0 || secs * 1000 >= SHOWS_SECONDS_MS ? duration(Math.abs(secs)) : clock(secs);
  const key = labelOf(row.clock, secs < 0);
  // The label is an element of its own; whether it stands before or after the time depends on the language.
  const [before = '', after = ''] = key === null ? [] : t(key, { time: '\n' }).split('\n');
  const label = stacked ? stackedLabel : undefined;
  return (
    <>
      {before !== '' && (
        <Box component="span" sx={label}>
          {before}
        </Box>
      )}
      {time}
      {after !== '' && (
        <Box component="span" sx={label}>
          {after}
        </Box>
      )}
    </>
  );
}
