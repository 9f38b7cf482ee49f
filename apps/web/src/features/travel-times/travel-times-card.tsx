// Card on the admins' dashboard that compares quoted, free-flow and learned travel times with the driven ones.
import type { TravelTimesReport } from '@kerb/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { shownResponse } from '../../lib/shown-response.ts';
import { useFormat } from '../../lib/use-format.ts';
import { ErrorState, Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';

export function TravelTimesCard() {
  const { answer: report, problem, reload } = shownResponse(answers.getTravelTimes.useQuery());
  if (report === null && problem !== null) return <ErrorState problem={problem} onRetry={reload} />;
  if (report === null)
    return (
      <Loading>
        <Placeholder height={180} />
      </Loading>
    );
  return (
    <Box sx={cardStyles}>
      {report.errors === null ? (
        <TooFewTrips report={report} />
      ) : (
        <Errors report={report} errors={report.errors} />
      )}
    </Box>
  );
}

function TooFewTrips({ report }: { report: TravelTimesReport }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <>
      <Typography sx={{ fontWeight: 560 }}>{t('times_too_few')}</Typography>
      <Typography variant="body2" color="text.secondary">
        {t('times_too_few_text', {
          trips: number(report.trips),
          neededTrips: number(report.needed_trips),
          days: number(report.days),
          neededDays: number(report.needed_days),
        })}
      </Typography>
    </>
  );
}

const rows = ['quoted', 'free_flow', 'in_sample', 'out_of_sample'] as const;

interface ErrorsProps {
  readonly report: TravelTimesReport;
  readonly errors: NonNullable<TravelTimesReport['errors']>;
}

function Errors({ report, errors }: ErrorsProps) {
  const { t } = useTranslation();
  const { number, dateTime } = useFormat();
  const { dateLocale } = useLanguage();
  const percent = new Intl.NumberFormat(dateLocale, { style: 'percent', maximumFractionDigits: 0 });
  const signed = new Intl.NumberFormat(dateLocale, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  });
  const shown = rows.map((name) => ({ name, error: errors[name] }));
  return (
    <>
      <Box component="table" aria-label={t('times_title')} sx={tableStyles}>
        <thead>
          <tr>
            <th scope="col">{t('times_of')}</th>
            <th scope="col">{t('times_median')}</th>
            <th scope="col">{t('times_mean')}</th>
            <th scope="col">{t('times_trips')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ name, error }) => (
            <tr key={name}>
              <th scope="row">{t(`times_${name}`)}</th>
              <td className="tabular">{error === null ? '–' : percent.format(error.median)}</td>
              <td className="tabular">
                <bdi>{error === null ? '–' : signed.format(error.mean)}</bdi>
              </td>
              <td className="tabular">{error === null ? '–' : number(error.trips)}</td>
            </tr>
          ))}
        </tbody>
      </Box>
      <Typography variant="body2" color="text.secondary">
        {report.learned_at !== null &&
          t('times_learned', {
            at: dateTime(report.learned_at),
            trips: number(report.trips),
            days: number(report.days),
          })}
      </Typography>
    </>
  );
}

const cardStyles = {
  display: 'grid',
  gap: 1,
  gridTemplateColumns: 'minmax(0, 1fr)',
  px: 2.5,
  py: 2,
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: '16px',
  bgcolor: 'background.paper',
} as const;

const tableStyles = {
  width: '100%',
  borderCollapse: 'collapse',
  '& th, & td': {
    py: 0.75,
    pe: 2,
    textAlign: 'start',
    fontSize: '0.875rem',
    fontWeight: 400,
    overflowWrap: 'anywhere',
  },
  '& thead th': { color: 'text.secondary' },
  '& tbody tr': { borderTop: '1px solid', borderColor: 'divider' },
} as const;
