// Distance and duration of the trip's route.
import type { DirectionsView } from '@kerb/contract';
import { KM_PER_MILE } from '@kerb/domain/kernel';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { useSettings } from '../../lib/use-settings.ts';

interface TripLengthProps {
  readonly route: Pick<DirectionsView, 'distance_in_km' | 'time_in_secs'>;
}

export function TripLength({ route }: TripLengthProps) {
  const { t } = useTranslation();
  const { distance, duration } = useFormat();
  const isInMiles = useSettings()?.convert_to_mile ?? false;
  const length = isInMiles ? route.distance_in_km / KM_PER_MILE : route.distance_in_km;
  return (
    <Typography variant="body2" color="text.secondary" sx={{ pb: 0.5 }}>
      {t('trip_length', { distance: distance(length), time: duration(route.time_in_secs) })}
    </Typography>
  );
}
