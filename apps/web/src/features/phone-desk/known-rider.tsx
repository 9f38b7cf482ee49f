// Panel for a caller who is a known rider: dispatchers' notes, open bookings, and earlier trips, which Enter books
// again.
import type { DeskTrip, RiderAtDesk } from '@kerb/contract';
import ReplayOutlined from '@mui/icons-material/ReplayOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { paths } from '../../lib/paths.ts';
import { repeatedParts, shortAddress } from '../../lib/short-address.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Link } from '../../ui/link.tsx';
import { ErrorState, Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { RiderNotes } from './rider-notes.tsx';
import { RiderRepeats } from './rider-repeats.tsx';

interface KnownRiderProps {
  readonly rider: string;
  readonly onRepeat: (trip: DeskTrip) => void;
  /** Called when the rider has no earlier trip, so that the dispatcher enters the places next. */
  readonly onFirstRide: () => void;
  /** Called with the rider's language, or null for the installation's default. */
  readonly onLanguage: (language: string | null) => void;
}

/** Maximum number of trips listed: more would push the form out of view. */
const maxTrips = 4;

const heading = { fontWeight: 600, mb: 0.5 } as const;

export function KnownRider({ rider, onRepeat, onFirstRide, onLanguage }: KnownRiderProps) {
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
      {currentData.trips.length > 0 ? (
        <Trips key={rider} trips={currentData.trips.slice(0, maxTrips)} onRepeat={onRepeat} />
      ) : (
        <FirstRide key={rider} onShown={onFirstRide} />
      )}
      <OpenBookings open={currentData.open} />
      <RiderRepeats key={rider} rider={rider} />
    </Box>
  );
}

function FirstRide({ onShown }: { onShown: () => void }) {
  const { t } = useTranslation();
  const focusNext = useEffectEvent(() => {
    // Do not take the focus from a field in which the dispatcher is typing.
    if (document.activeElement === document.body) onShown();
  });
  useEffect(() => focusNext(), []);
  return (
    <Typography variant="body2" color="text.secondary">
      {t('desk_first_ride')}
    </Typography>
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
            <Box
              component={Link}
              to={paths.booking(one.booking)}
              className="tabular"
              sx={{ color: 'inherit' }}
            >
              <bdi dir="ltr">{one.reference}</bdi>
            </Box>
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

/** Key of a trip by its places, so that a trip that is booked again does not lose the focus. */
const placesOf = ({ pickup, waypoints, drop }: DeskTrip): string =>
  [pickup, ...waypoints, drop].map(({ lat, lng }) => `${lat},${lng}`).join(' ');

function Trips({ trips, onRepeat }: { trips: readonly DeskTrip[]; onRepeat: (trip: DeskTrip) => void }) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const repeated = useMemo(
    () => repeatedParts(trips.flatMap(({ pickup, drop }) => [pickup.add, drop.add])),
    [trips],
  );
  const buttons = () => [...(list.current?.querySelectorAll('button') ?? [])];
  // Focus the first trip, so that Enter books it again: the most likely request of a known caller.
  useEffect(() => {
    // Do not take the focus from a field in which the dispatcher is typing.
    if (document.activeElement === document.body) list.current?.querySelector('button')?.focus();
  }, []);
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
          <Trip
            key={placesOf(trip)}
            trip={trip}
            number={index + 1}
            repeated={repeated}
            onRepeat={() => onRepeat(trip)}
          />
        ))}
      </Box>
    </Box>
  );
}

interface TripProps {
  readonly trip: DeskTrip;
  readonly number: number;
  readonly repeated: ReadonlySet<string>;
  readonly onRepeat: () => void;
}

function Trip({ trip, number, repeated, onRepeat }: TripProps) {
  const { t } = useTranslation();
  const { direction } = useLanguage();
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
          gap: 1,
          minHeight: 52,
          px: 1.5,
          bgcolor: 'background.subtle',
          '& .MuiButton-startIcon': { color: 'text.secondary' },
        }}
      >
        <Box sx={{ minWidth: 0, flex: 1, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <Typography component="span" variant="body2" noWrap sx={{ fontWeight: 600 }}>
            <bdi>{shortAddress(trip.pickup.add, repeated)}</bdi>
          </Typography>
          <Typography component="span" variant="body2" noWrap>
            <span aria-hidden="true">{direction === 'rtl' ? '←' : '→'} </span>
            <bdi>{shortAddress(trip.drop.add, repeated)}</bdi>
            {stops > 0 && ` · ${t('desk_stops', { count: stops })}`}
          </Typography>
        </Box>
        <Box sx={{ display: 'grid', justifyItems: 'end', flexShrink: 0, color: 'text.secondary' }}>
          <Typography component="span" variant="body2">
            {date(trip.at)}
          </Typography>
          {trip.times > 1 && (
            <Typography component="span" variant="body2">
              {t('desk_times', { count: trip.times })}
            </Typography>
          )}
        </Box>
        <Box
          component="kbd"
          aria-hidden="true"
          sx={{ font: 'inherit', fontSize: '0.8125rem', color: 'text.secondary', minWidth: 12 }}
        >
          {number}
        </Box>
      </Button>
    </Box>
  );
}
