// The car types to choose from: picture, name, minutes away, and what the trip would cost.

import type { CarType } from '@kerb/domain/fleet';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-settings.ts';
import { Money } from '../../ui/money.tsx';
import { EmptyState, ErrorState } from '../../ui/page-states.tsx';
import { visuallyHidden } from '../../ui/visually-hidden.ts';
import { CarSkeleton } from './car-skeleton.tsx';
import type { Nearby } from './use-nearby.ts';

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
  /** Booked ahead: which cars are free now says nothing. */
  readonly later: boolean;
  /** What is wrong with the choice; null where it is right. */
  readonly issue: string | null;
}

export function CarChoice(props: CarChoiceProps) {
  const { t } = useTranslation();
  if (props.problem !== null) return <ErrorState problem={props.problem} onRetry={props.onRetry} />;
  if (props.cars === null) return <CarSkeleton />;
  if (props.cars.length === 0) return <EmptyState title={t('no_cars')} text={t('no_cars_text')} />;
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0, display: 'grid', gap: 0.5 }}>
      <Box component="legend" sx={{ ...visuallyHidden }}>
        {t('choose_car')}
      </Box>
      {props.cars.map((car) => (
        <CarOption key={car.id} car={car} {...props} />
      ))}
      {props.issue !== null && (
        <Typography role="alert" variant="body2" color="error">
          {props.issue}
        </Typography>
      )}
    </Box>
  );
}

function CarOption({ car, chosen, onChoose, nearby, prices, later }: CarChoiceProps & { car: CarType }) {
  const price = prices?.get(car.id);
  return (
    <Box
      component="label"
      sx={{
        display: 'grid',
        gridTemplateColumns: '56px minmax(0, 1fr)',
        alignItems: 'center',
        gap: 1.5,
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
        <Box sx={{ display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', gap: 1.5 }}>
          <Typography sx={{ fontWeight: 640, lineHeight: 1.3 }} noWrap>
            {car.name}
          </Typography>
          {price !== undefined && <Money amount={price} strong />}
        </Box>
        <Typography variant="caption" color="text.secondary" sx={{ display: 'block' }}>
          {!later && <MinutesAway car={car.id} nearby={nearby} />}
          {!later && car.extra_info && ' · '}
          <bdi>{car.extra_info}</bdi>
        </Typography>
      </Box>
    </Box>
  );
}

function MinutesAway({ car, nearby }: { car: string; nearby: Nearby | null }) {
  const { t } = useTranslation();
  const { duration } = useFormat();
  const around = nearby?.carTypes.find((entry) => entry.carType === car);
  if (nearby === null) return <>{t('looking_for_cars')}</>;
  if (!around || around.count === 0) return <>{t('no_car_nearby')}</>;
  if (around.nearest_in_secs === null) return <>{t('cars_nearby', { count: around.count })}</>;
  return <>{t('minutes_away', { time: duration(around.nearest_in_secs) })}</>;
}
