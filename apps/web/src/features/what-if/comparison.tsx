// Result of a comparison: a summary, both sets of figures, waiting times by hour, and the accuracy of the simulation.
import type { WhatIfResult, WhatIfRun } from '@kerb/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { ReportChart } from '../../ui/reports/report-chart.tsx';
import { type ReportColumn, ReportTable } from '../../ui/reports/report-table.tsx';
import { useFigureText } from './use-figure-text.ts';

type Figure = WhatIfResult['figures'][number];

interface ComparisonProps {
  readonly run: WhatIfRun;
  readonly result: WhatIfResult;
}

export function Comparison({ run, result }: ComparisonProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <>
      <Verdict result={result} />
      <ReportTable
        label={t('whatif_figure')}
        columns={useColumns()}
        rows={result.figures}
        rowId={({ figure }) => figure}
      />
      <Typography variant="body2" color="text.secondary">
        {t('whatif_runs_of_chance', { runs: number(run.runs_total / 2) })}
      </Typography>
      <WaitByHour result={result} />
      <Trust result={result} />
    </>
  );
}

const figureOf = ({ figures }: WhatIfResult, name: Figure['figure']): Figure | undefined =>
  figures.find(({ figure }) => figure === name);

/**
 * Two sentences on the mean wait and the served share, which state whether the difference is statistically significant.
 */
function Verdict({ result }: { result: WhatIfResult }) {
  const { t } = useTranslation();
  const { amountText } = useFigureText();
  const wait = figureOf(result, 'wait_mean_secs');
  const served = figureOf(result, 'served_share');
  const sentence = (
    figure: Figure | undefined,
    texts: {
      less: 'whatif_wait_less' | 'whatif_served_less';
      more: 'whatif_wait_more' | 'whatif_served_more';
    },
    chance: 'whatif_wait_chance' | 'whatif_served_chance',
  ): string | null => {
    if (!figure?.difference) return null;
    if (!figure.beyond_chance) return t(chance);
    const amount = amountText(figure.figure, Math.abs(figure.difference.mean));
    return t(figure.difference.mean < 0 ? texts.less : texts.more, { amount });
  };
  const waitText = sentence(
    wait,
    { less: 'whatif_wait_less', more: 'whatif_wait_more' },
    'whatif_wait_chance',
  );
  const servedText = sentence(
    served,
    { less: 'whatif_served_less', more: 'whatif_served_more' },
    'whatif_served_chance',
  );
  return (
    <Typography sx={{ fontSize: '1.0625rem', fontWeight: 560, maxWidth: '70ch' }}>
      {waitText ?? t('whatif_no_value')} {servedText}
    </Typography>
  );
}

function useColumns(): ReportColumn<Figure>[] {
  const { t } = useTranslation();
  const { valueText, rangeText, differenceText } = useFigureText();
  const sideOf = (field: 'baseline' | 'alternative'): ReportColumn<Figure> => ({
    field,
    header: t(`whatif_${field}`),
    align: 'end',
    render: ({ figure, [field]: spread }) => (
      <Value text={spread && valueText(figure, spread.mean)} below={spread && rangeText(figure, spread)} />
    ),
  });
  return [
    {
      field: 'figure',
      header: t('whatif_figure'),
      render: ({ figure }) => (
        <Box component="span" sx={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
          {t(`whatif_${figure}`)}
        </Box>
      ),
    },
    sideOf('baseline'),
    sideOf('alternative'),
    {
      field: 'difference',
      header: t('whatif_difference'),
      align: 'end',
      render: ({ figure, difference, beyond_chance }) => (
        <Value
          text={difference && differenceText(figure, difference.mean)}
          below={difference && t(beyond_chance ? 'whatif_beyond_chance' : 'whatif_chance')}
        />
      ),
    },
  ];
}

function Value({ text, below }: { text: string | null; below: string | null }) {
  return (
    <Box component="span" sx={{ display: 'inline-grid' }}>
      <Box component="bdi" className="tabular" sx={{ fontWeight: 600 }}>
        {text ?? '–'}
      </Box>
      <Box component="bdi" className="tabular" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
        {below}
      </Box>
    </Box>
  );
}

const SECS_PER_MINUTE = 60;
const minutesOf = (secs: number | null): number | null => (secs === null ? null : secs / SECS_PER_MINUTE);

function WaitByHour({ result }: { result: WhatIfResult }) {
  const { t } = useTranslation();
  const { time, number } = useFormat();
  return (
    <ReportChart
      title={t('whatif_by_hour')}
      names={result.hours.map(({ at }) => time(at))}
      series={[
        { label: t('whatif_measured'), values: result.hours.map((hour) => minutesOf(hour.measured_secs)) },
        { label: t('whatif_baseline'), values: result.hours.map((hour) => minutesOf(hour.baseline_secs)) },
        {
          label: t('whatif_alternative'),
          values: result.hours.map((hour) => minutesOf(hour.alternative_secs)),
        },
      ]}
      write={(value) => number(value, 1)}
    />
  );
}

/** How well the simulation of the actual settings matches that day's measurements, and its assumptions. */
function Trust({ result }: { result: WhatIfResult }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { valueText, percentText } = useFigureText();
  const { measured, drivers } = result;
  const wait = figureOf(result, 'wait_mean_secs')?.baseline ?? null;
  const served = figureOf(result, 'served_share')?.baseline ?? null;
  const measuredWait = measured.wait_mean_secs;
  const fleetOf = ({ most, hours }: typeof drivers.baseline) => ({
    most: number(most),
    hours: number(hours),
  });
  return (
    <Box component="section" aria-label={t('whatif_truth')} sx={trustStyles}>
      <Typography variant="h5" component="h3">
        {t('whatif_truth')}
      </Typography>
      {measuredWait === null || wait === null ? (
        <Typography variant="body2">{t('whatif_truth_none')}</Typography>
      ) : (
        <>
          <Typography variant="body2">
            {t('whatif_truth_text', {
              measuredWait: valueText('wait_mean_secs', measuredWait),
              measuredServed:
                measured.served_share === null ? '–' : valueText('served_share', measured.served_share),
              riders: number(measured.riders),
              simulatedWait: valueText('wait_mean_secs', wait.mean),
              simulatedServed: served === null ? '–' : valueText('served_share', served.mean),
            })}
          </Typography>
          {measuredWait > 0 && (
            <Typography variant="body2" sx={{ fontWeight: 560 }}>
              {t('whatif_truth_off', { percent: percentText(Math.abs(wait.mean / measuredWait - 1)) })}
            </Typography>
          )}
        </>
      )}
      <Typography variant="body2" color="text.secondary">
        {t('whatif_truth_settings')} {t(`whatif_${result.travel_times}`)}{' '}
        {t('whatif_drivers', fleetOf(drivers.baseline))}{' '}
        {t('whatif_drivers_of', fleetOf(drivers.alternative))}
      </Typography>
    </Box>
  );
}

const trustStyles = {
  display: 'grid',
  gap: 1,
  gridTemplateColumns: 'minmax(0, 1fr)',
  px: 2.5,
  py: 2,
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: '16px',
} as const;
