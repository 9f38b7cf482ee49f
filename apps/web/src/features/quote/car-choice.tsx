// List of car types to choose from: picture, name, distance of the nearest car, arrival time and price.

import type { DirectionsView } from '@kerb/contract';
import type { CarType } from '@kerb/domain/fleet';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { carTypeIn } from '../../lib/car-texts.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { serverNow } from '../../lib/trip-queue/server-clock.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { Money } from '../../ui/money.tsx';
import { EmptyState, ErrorState } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { visuallyHidden } from '../../ui/visually-hidden.ts';
import { CarSkeleton } from './car-skeleton.tsx';
import type { Nearby } from './use-nearby.ts';
import type { WhenChoice } from './use-trip-draft.ts';

// Loaded lazily: it requires the domain's units, and no route exists before both ends are chosen.
const TripLength = lazy(async () => ({ default: (await import('./trip-length.tsx')).TripLength }));

interface CarChoiceProps {
  readonly cars: readonly CarType[] | null;
  /** An error key; null while loading or loaded. */
  readonly problem: string | null;
  readonly onRetry: () => void;
  readonly chosen: string | null;
  readonly onChoose: (carType: string) => void;
  readonly nearby: Nearby | null;
  /** Price by car type in major units; null while there is no route. */
  readonly prices: ReadonlyMap<string, number> | null;
  /** Null until pickup and destination are chosen. */
  readonly route: Pick<DirectionsView, 'distance_in_km' | 'time_in_secs'> | null;
  /** For a trip in the future, currently free cars are irrelevant. */
  readonly when: WhenChoice;
  /** Error of the choice; null for a valid one. */
  readonly issue: string | null;
}

export function CarChoice(props: CarChoiceProps) {
  const { t } = useTranslation();
  const sideBySide = useSettings()?.horizontal_view ?? false;
  if (props.problem !== null) return <ErrorState problem={props.problem} onRetry={props.onRetry} />;
  if (props.cars === null) return <CarSkeleton />;
  if (props.cars.length === 0) return <EmptyState title={t('no_cars')} text={t('no_cars_text')} />;
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0, display: 'grid', gap: 0.5 }}>
      <Box component="legend" sx={{ ...visuallyHidden }}>
        {t('choose_car')}
      </Box>
      {props.route && (
        <Suspense fallback={<Placeholder height={24} />}>
          <TripLength route={props.route} />
        </Suspense>
      )}
      <Box sx={sideBySide ? rowLook : columnLook}>
        {props.cars.map((car) => (
          <CarOption key={car.id} car={car} sideBySide={sideBySide} {...props} />
        ))}
      </Box>
      {props.issue !== null && (
        <Typography role="alert" variant="body2" color="error">
          {props.issue}
        </Typography>
      )}
    </Box>
  );
}

const columnLook = { display: 'grid', gap: 0.5, minWidth: 0 } as const;

/** Scrollable row of cards; arrow keys scroll the chosen card into view. */
const rowLook = {
  display: 'flex',
  gap: 1,
  minWidth: 0,
  overflowX: 'auto',
  scrollSnapType: 'x proximity',
  scrollPaddingInline: '4px',
  // Leaves room for the focus outline.
  p: '4px',
  m: '-4px',
  '& > label': { flex: '0 0 144px', scrollSnapAlign: 'start' },
} as const;

interface CarOptionProps extends CarChoiceProps {
  readonly car: CarType;
  readonly sideBySide: boolean;
}

function CarOption(props: CarOptionProps) {
  const { sideBySide, chosen, onChoose, prices, route } = props;
  const { locale } = useLanguage();
  const car = carTypeIn(props.car, locale);
  // Once prices are shown, a phone hides the note of cars that are not chosen, so that more car types fit.
  const note = useNote(car);
  const isShort = route !== null && chosen !== car.id;
  const price = prices?.get(car.id);
  return (
    <Box
      component="label"
      sx={{
        display: 'grid',
        gridTemplateColumns: sideBySide ? 'minmax(0, 1fr)' : '56px minmax(0, 1fr)',
        alignItems: 'center',
        alignContent: 'start',
        gap: sideBySide ? 0.5 : 1.5,
        px: 1.25,
        py: 0.75,
        minHeight: 56,
        borderRadius: '14px',
        cursor: 'pointer',
        border: '2px solid',
        borderColor: chosen === car.id ? 'primary.main' : 'transparent',
        bgcolor: chosen === car.id ? 'background.paper' : 'background.subtle',
        position: 'relative',
        '&:hover': { borderColor: chosen === car.id ? 'primary.main' : 'divider' },
        '&:focus-within': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
      }}
    >
      <input
        type="radio"
        name="carType"
        value={car.id}
        checked={chosen === car.id}
        onChange={() => onChoose(car.id)}
        style={{ ...visuallyHidden }}
      />
      <Box
        component="img"
        src={car.image || undefined}
        alt=""
        width={56}
        height={32}
        sx={{ objectFit: 'contain', visibility: car.image ? 'visible' : 'hidden' }}
      />
      <Box sx={{ minWidth: 0 }}>
        <Box
          sx={{
            display: sideBySide ? 'grid' : 'flex',
            alignItems: 'baseline',
            justifyContent: 'space-between',
            gap: sideBySide ? 0 : 1.5,
          }}
        >
          <Typography sx={{ fontWeight: 640, lineHeight: 1.3 }} noWrap>
            {car.name}
          </Typography>
          {price !== undefined && <Money amount={price} strong />}
        </Box>
        <Typography variant="caption" color="text.secondary" sx={{ display: 'block' }}>
          <Times {...props} />
        </Typography>
        {note && (
          <Typography
            variant="caption"
            color="text.secondary"
            noWrap={chosen !== car.id}
            sx={{ display: { xs: isShort ? 'none' : 'block', sm: 'block' }, overflowWrap: 'anywhere' }}
          >
            <bdi>{note}</bdi>
          </Typography>
        )}
      </Box>
    </Box>
  );
}

/** The note below the name; for deliveries the parcel types, where the car type has any. */
function useNote({ extra_info, parcelTypes }: CarType): string {
  const isDelivery = useSettings()?.appcat === 'delivery';
  return isDelivery && parcelTypes.length > 0
    ? parcelTypes.map(({ description }) => description).join(' · ')
    : extra_info;
}

/** Time until the nearest car arrives, and arrival time at the destination: "3 min away · arrival 2:32 PM". */
function Times({ car, nearby, route, when }: CarOptionProps) {
  const { t } = useTranslation();
  const { time } = useFormat();
  const around = nearby?.carTypes.find((entry) => entry.carType === car.id);
  const now = around && around.count > 0 ? serverNow() + (around.nearest_in_secs ?? 0) * 1000 : null;
  const start = when.bookLater ? when.tripdate : now;
  const arrival = route && start !== null ? start + route.time_in_secs * 1000 : null;
  return (
    <>
      {!when.bookLater && <MinutesAway car={car.id} nearby={nearby} />}
      {!when.bookLater && arrival !== null && ' · '}
      {arrival !== null && t('car_arrival', { time: time(arrival) })}
    </>
  );
}

function MinutesAway({ car, nearby }: { car: string; nearby: Nearby | null }) {
  const { t } = useTranslation();
  const { duration } = useFormat();
  const around = nearby?.carTypes.find((entry) => entry.carType === car);
  // Server-side rendering requests no cars, so it renders nothing here.
  if (nearby === null && import.meta.env.SSR) return null;
  if (nearby === null) return <>{t('looking_for_cars')}</>;
  if (!around || around.count === 0) return <>{t('no_car_nearby')}</>;
  if (around.nearest_in_secs === null) return <>{t('cars_nearby', { count: around.count })}</>;
  return <>{t('minutes_away', { time: duration(around.nearest_in_secs) })}</>;
}
