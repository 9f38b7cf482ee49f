// A fare, line by line, with its total: the same in the estimate, on the trip and on the receipt.
import type { FareLine } from '@kerb/domain/fare';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../lib/use-settings.ts';
import { Money } from './money.tsx';

interface FareBreakdownLinesProps {
  readonly lines: readonly FareLine[];
  /** Major units. */
  readonly total: number;
  readonly totalText: string;
}

const row = { display: 'flex', justifyContent: 'space-between', gap: 2, '& dd': { m: 0 } } as const;

export function FareBreakdownLines({ lines, total, totalText }: FareBreakdownLinesProps) {
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 0.75 }}>
      {lines.map((line) => (
        <Box key={line.kind} sx={row}>
          <Typography component="dt" variant="body2" color="text.secondary">
            <LineText line={line} />
          </Typography>
          <Typography component="dd" variant="body2">
            <Money amount={line.amount} />
          </Typography>
        </Box>
      ))}
      <Box
        sx={{
          ...row,
          borderTop: '1px solid',
          borderColor: 'divider',
          pt: 1.25,
          mt: 0.5,
          alignItems: 'baseline',
        }}
      >
        <Typography component="dt" sx={{ fontWeight: 640 }}>
          {totalText}
        </Typography>
        <Typography component="dd" variant="h3">
          <Money amount={total} strong />
        </Typography>
      </Box>
    </Box>
  );
}

function LineText({ line }: { line: FareLine }) {
  const { t } = useTranslation();
  const { distance, duration, money, number } = useFormat();
  switch (line.kind) {
    case 'distance':
      return (
        <>{t('fare_distance', { distance: distance(line.quantity ?? 0), rate: money(line.rate ?? 0) })}</>
      );
    case 'time':
      return <>{t('fare_time', { time: duration(line.quantity ?? 0), rate: money(line.rate ?? 0) })}</>;
    case 'convenience_fee':
      return (
        <>
          {line.rate === undefined
            ? t('fare_convenience_fee')
            : t('fare_convenience_fee_percent', { percent: number(line.rate) })}
        </>
      );
    case 'base':
    case 'parcel':
    case 'option':
    case 'minimum':
    case 'over_tolerance':
    case 'discount':
      return <>{t(`fare_${line.kind}`)}</>;
  }
}
