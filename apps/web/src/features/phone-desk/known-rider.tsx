// A known caller: notes of dispatchers, bookings that are open, and the trips of before, which Enter books again.
import type { DeskTrip, RiderAtDesk } from '@kerb/contract';
import ReplayOutlined from '@mui/icons-material/ReplayOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { paths } from '../../lib/paths.ts';
import { useFormat } from '../../lib/use-settings.ts';
import { Link } from '../../ui/link.tsx';
import { ErrorState, Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { RiderNotes } from './rider-notes.tsx';

interface KnownRiderProps {
  readonly rider: string;
  readonly onRepeat: (trip: DeskTrip) => void;
  /** Gets the language of the rider, null for the installation's. */
  readonly onLanguage: (language: string | null) => void;
}

const heading = { fontWeight: 600, mb: 0.5 } as const;

export function KnownRider({ rider, onRepeat, onLanguage }: KnownRiderProps) {
  const { t } = useTranslation();
  const { currentData, error, refetch } = answers.getRiderAtDesk.useQuery({ params: { id: rider } });
  const language = currentData?.language ?? null;
  useEffect(() => onLanguage(language), [language, onLanguage]);
  if (error !== undefined && !currentData) return <ErrorState problem={error} onRetry={refetch} />;
  if (!currentData)
    return (
      <Loading>
        <Placeholder height={120} />
      </Loading>
    );
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <RiderNotes key={rider} rider={rider} notes={currentData.notes} />
      <OpenBookings open={currentData.open} />
      {currentData.trips.length > 0 ? (
        <Trips key={rider} trips={currentData.trips} onRepeat={onRepeat} />
      ) : (
        <Typography variant="body2" color="text.secondary">
          {t('desk_first_ride')}
        </Typography>
      )}
    </Box>
  );
}

function OpenBookings({ open }: Pick<RiderAtDesk, 'open'>) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  if (open.length === 0) return null;
  return (
    <Box>
      <Typography variant="body2" component="h2" sx={heading}>
        {t('desk_open')}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.5 }}>
        {open.map((one) => (
          <Box
            component="li"
            key={one.booking}
            sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}
          >
            <Link to={paths.booking(one.booking)} className="tabular">
              <bdi dir="ltr">{one.reference}</bdi>
            </Link>
            <StatusChip booking={one} />
            <Typography variant="body2" color="text.secondary" noWrap sx={{ minWidth: 0 }}>
              {dateTime(one.tripdate)} · <bdi>{one.dropAddress}</bdi>
            </Typography>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

function Trips({ trips, onRepeat }: { trips: readonly DeskTrip[]; onRepeat: (trip: DeskTrip) => void }) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const buttons = () => [...(list.current?.querySelectorAll('button') ?? [])];
  // The likeliest wish of a known caller is one Enter away.
  useEffect(() => list.current?.querySelector('button')?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const all = buttons();
    const at = all.findIndex((button) => button.matches(':focus'));
    const target = step === undefined ? all[Number(event.key) - 1] : all[at + step];
    if (!target) return;
    event.preventDefault();
    target.focus();
  };
  return (
    <Box>
      <Typography variant="body2" component="h2" sx={heading}>
        {t('desk_trips')}
      </Typography>
      <Box
        component="ul"
        ref={list}
        onKeyDown={onKeyDown}
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          gap: 0.5,
          gridTemplateColumns: 'minmax(0, 1fr)',
        }}
      >
        {trips.map((trip, index) => (
          <Trip key={trip.booking} trip={trip} number={index + 1} onRepeat={() => onRepeat(trip)} />
        ))}
      </Box>
    </Box>
  );
}

function Trip({ trip, number, onRepeat }: { trip: DeskTrip; number: number; onRepeat: () => void }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const stops = trip.waypoints.length;
  return (
    <Box component="li" sx={{ minWidth: 0 }}>
      <Button
        fullWidth
        color="inherit"
        onClick={onRepeat}
        startIcon={<ReplayOutlined />}
        sx={{
          justifyContent: 'start',
          textAlign: 'start',
          minHeight: 52,
          px: 1.5,
          bgcolor: 'background.subtle',
          '& .MuiButton-startIcon': { color: 'text.secondary' },
        }}
      >
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Typography component="span" variant="body2" noWrap sx={{ display: 'block', fontWeight: 600 }}>
            <bdi>{trip.pickup.add}</bdi> → <bdi>{trip.drop.add}</bdi>
          </Typography>
          <Typography
            component="span"
            variant="body2"
            noWrap
            color="text.secondary"
            sx={{ display: 'block' }}
          >
            {t('desk_trip_facts', { date: date(trip.at), times: t('desk_times', { count: trip.times }) })}
            {stops > 0 && ` · ${t('desk_stops', { count: stops })}`}
          </Typography>
        </Box>
        <Typography component="span" variant="body2" color="text.secondary" aria-hidden="true">
          {number}
        </Typography>
      </Button>
    </Box>
  );
}
