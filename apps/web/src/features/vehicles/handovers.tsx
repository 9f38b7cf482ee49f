// Handover history of a vehicle: driver, period and charges, loaded page by page.
import type { VehicleHandover } from '@kerb/contract';
import { isolated } from '@kerb/texts';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Money } from '../../ui/money.tsx';
import { ErrorState, Loading } from '../../ui/page-states.tsx';
import { pagedEntries, pageLength } from '../../ui/paged-entries.ts';
import { PagedList } from '../../ui/paged-list.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';

export function Handovers({ id }: { id: string }) {
  const { t } = useTranslation();
  const list = pagedEntries(
    answers.listVehicleHandoversPages.useInfiniteQuery({ params: { id }, query: { limit: pageLength } }),
  );
  if (list.items === null)
    return list.problem === null ? (
      <Loading>
        <Placeholder height={72} />
      </Loading>
    ) : (
      <ErrorState problem={list.problem} onRetry={list.retry} />
    );
  if (list.items.length === 0)
    return <Typography color="text.secondary">{t('vehicles_handovers_none')}</Typography>;
  return (
    <PagedList
      label={t('vehicles_handovers')}
      list={list}
      keyOf={(handover) => handover.id}
      render={(handover) => <Handover handover={handover} />}
    />
  );
}

function useOdometerText(): (handover: VehicleHandover) => string | null {
  const { t } = useTranslation();
  const { number } = useFormat();
  return ({ odometerTaken: from, odometerReturned: until }) => {
    if (from !== null && until !== null)
      return t('vehicles_odometer_span', { from: isolated(number(from)), until: isolated(number(until)) });
    const value = from ?? until;
    return value === null ? null : t('vehicles_odometer_at', { value: isolated(number(value)) });
  };
}

function Handover({ handover }: { handover: VehicleHandover }) {
  const { t } = useTranslation();
  const { shortDateTime } = useFormat();
  const odometer = useOdometerText()(handover);
  const { returnedAt, plan, charges: count } = handover;
  const from = isolated(shortDateTime(handover.takenAt));
  const span =
    returnedAt === null
      ? t('vehicles_span_open', { from })
      : t('vehicles_span', { from, until: isolated(shortDateTime(returnedAt)) });
  const { noteTaken, noteReturned } = handover;
  return (
    <Box sx={{ px: 2, py: 1.5, display: 'flex', gap: 2 }}>
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: 560 }}>
          <bdi>{handover.driverName}</bdi>
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {span}
        </Typography>
        {handover.takenByName !== handover.driverName && (
          <Typography variant="body2" color="text.secondary">
            {t('vehicles_given_by', { name: isolated(handover.takenByName) })}
          </Typography>
        )}
        {odometer !== null && (
          <Typography variant="body2" color="text.secondary">
            {odometer}
          </Typography>
        )}
        {noteTaken !== '' && <Note text={noteTaken} />}
        {noteReturned !== '' && <Note text={noteReturned} />}
      </Box>
      {plan !== 'none' && (
        <Box sx={{ textAlign: 'end', flexShrink: 0 }}>
          <Money strong amount={handover.charged} />
          <Typography variant="body2" color="text.secondary">
            {plan === 'rent' ? t('vehicles_days', { count }) : t('vehicles_trips', { count })}
          </Typography>
        </Box>
      )}
    </Box>
  );
}

const Note = ({ text }: { text: string }) => (
  <Typography variant="body2">
    <bdi>{text}</bdi>
  </Typography>
);
