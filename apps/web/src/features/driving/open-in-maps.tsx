// Link that opens directions to the next place, by way of the stops, in the phone's map app or in the browser.
import type { BookingView } from '@kerb/contract';
import type { LatLng } from '@kerb/domain/geo';
import OpenInNewOutlined from '@mui/icons-material/OpenInNewOutlined';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { targetOf } from './use-remaining-route.ts';

const pair = ({ lat, lng }: LatLng) => `${lat},${lng}`;

interface OpenInMapsProps {
  readonly booking: Pick<BookingView, 'status' | 'pickup' | 'drop'>;
  /** Stops that the car has not visited yet. */
  readonly stops: readonly LatLng[];
}

export function OpenInMaps({ booking, stops }: OpenInMapsProps) {
  const { t } = useTranslation();
  const target = targetOf(booking);
  if (target === null) return null;
  const query = new URLSearchParams({ api: '1', destination: pair(booking[target]) });
  if (stops.length > 0) query.set('waypoints', stops.map(pair).join('|'));
  return (
    <Button
      variant="outlined"
      color="inherit"
      size="large"
      href={`https://www.google.com/maps/dir/?${query}`}
      target="_blank"
      rel="noreferrer"
      endIcon={<OpenInNewOutlined />}
    >
      {t('open_in_maps')}
    </Button>
  );
}
