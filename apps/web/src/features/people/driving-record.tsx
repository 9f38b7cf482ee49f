// A driver’s last 30 days: the offers they accepted, and the trips they cancelled after accepting.
import type { DrivingRecord } from '@kerb/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { shownResponse } from '../../lib/shown-response.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Placeholder } from '../../ui/placeholder.tsx';
import { Fact, Group } from './fact-group.tsx';

export function DrivingRecordGroup({ driver }: { driver: string }) {
  const { t } = useTranslation();
  const query = answers.getDrivingRecord.useQuery({ params: { id: driver } });
  const { answer: record, problem, reload } = shownResponse(query);
  if (record !== null) return <Figures record={record} />;
  return (
    <Box sx={{ minHeight: 120 }}>
      {problem === null ? (
        <Placeholder height={120} />
      ) : (
        <Button variant="outlined" onClick={reload}>
          {t('retry')}
        </Button>
      )}
    </Box>
  );
}

function Figures({ record }: { record: DrivingRecord }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { dateLocale } = useLanguage();
  const percent = new Intl.NumberFormat(dateLocale, { style: 'percent' });
  const { offers, accepted, acceptance, trips, cancelled, cancellation, no_shows: noShows } = record;
  return (
    <Group title={t('record_title')}>
      <Fact label={t('record_accepted')}>
        <Share
          value={acceptance === null ? null : percent.format(acceptance)}
          basis={t('record_offers', { count: offers, accepted: number(accepted) })}
        />
      </Fact>
      <Fact label={t('record_cancelled')}>
        <Share
          value={cancellation === null ? null : percent.format(cancellation)}
          basis={t('record_trips', { count: trips, cancelled: number(cancelled) })}
        />
      </Fact>
      {noShows > 0 && (
        <Fact label={t('record_no_shows')}>
          <Share value={number(noShows)} basis={t('record_no_shows_text')} />
        </Fact>
      )}
    </Group>
  );
}

/** `value` is null when there are no data to compute it from. */
function Share({ value, basis }: { value: string | null; basis: string }) {
  if (value === null) return '–';
  return (
    <>
      <Box component="span" className="tabular" sx={{ fontWeight: 560 }}>
        {value}
      </Box>
      <Box component="span" sx={{ display: 'block', color: 'text.secondary' }}>
        {basis}
      </Box>
    </>
  );
}
