// Lists the lines of a fare with their total; the amount of a line is its quantity times its rate.

import type { DistanceUnit } from '@kerb/contract';
import { type FareLine, formatClock, isMeasured, type MeasuredLine, shownQuantity } from '@kerb/domain/fare';
import { isolated } from '@kerb/texts';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { decimalsOf, formatExactDistance, formatRate } from '../lib/format-unit.ts';
import { useLanguage } from '../lib/i18n/use-language.ts';
import { useFormat } from '../lib/use-format.ts';
import { useSettings } from '../lib/use-settings.ts';
import { Money } from './money.tsx';

interface FareBreakdownLinesProps {
  readonly lines: readonly FareLine[];
  /** Total in major units. */
  readonly total: number;
  readonly totalText: string;
  /** Unit of a booking's distance and rate; omit it for the operator's current unit. */
  readonly unit?: DistanceUnit;
}

const row = { display: 'flex', justifyContent: 'space-between', gap: 2, '& dd': { m: 0 } } as const;

export function FareBreakdownLines({ lines, total, totalText, unit }: FareBreakdownLinesProps) {
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 0.75 }}>
      {lines.map((line) => (
        <Box key={line.kind} sx={row}>
          <Typography component="dt" variant="body2" color="text.secondary">
            <LineText line={line} unit={unit} />
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

interface LineProps<Line> {
  readonly line: Line;
  readonly unit: DistanceUnit | undefined;
}

function LineText({ line, unit }: LineProps<FareLine>) {
  const { t } = useTranslation();
  const { money, number } = useFormat();
  if (isMeasured(line)) return <MeasuredText line={line} unit={unit} />;
  if (line.kind !== 'convenience_fee' || line.rate === undefined) return <>{t(`fare_${line.kind}`)}</>;
  const percent = number(line.rate, decimalsOf(line.rate));
  return (
    <>
      {line.quantity === undefined
        ? t('fare_convenience_fee_percent', { percent })
        : t('fare_convenience_fee_of', { percent, fare: money(line.quantity) })}
    </>
  );
}

const plain = { symbol: '', decimal: 2, swipe_symbol: false, convert_to_mile: false };

function MeasuredText({ line, unit }: LineProps<MeasuredLine>) {
  const { t } = useTranslation();
  const { dateLocale } = useLanguage();
  const settings = useSettings() ?? plain;
  const shown = shownQuantity(line, settings.decimal);
  const rate = formatRate(line.rate, settings, dateLocale);
  if (line.kind === 'time') {
    const time = t('fare_hours', { time: formatClock(shown, dateLocale) });
    return <>{t('fare_time', { time: isolated(time), rate })}</>;
  }
  const isInMiles = unit ? unit === 'mi' : settings.convert_to_mile;
  const distance = formatExactDistance(shown.value, shown.digits, isInMiles, dateLocale);
  return <>{t('fare_distance', { distance, rate })}</>;
}
