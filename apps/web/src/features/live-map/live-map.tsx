// The live map of active drivers with the same drivers as a list beside it; either picks one out.
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat, useSettings } from '../../lib/use-settings.ts';
import { KerbMap } from '../../map/kerb-map.tsx';
import { ErrorState } from '../../ui/page-states.tsx';
import { DriverCard } from './driver-card.tsx';
import { DriverList } from './driver-list.tsx';
import { isWithin } from './live-drivers.ts';
import { useCarTypes } from './use-car-type-name.ts';
import { useLiveDrivers } from './use-live-drivers.ts';
import { useOwnPlace } from './use-own-place.ts';

/** The specification's marker: 35 px long, 25 px wide, and the zoom that shows a whole city. */
const markerLength = 35;
const startZoom = 10;

export function LiveMap() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const city = useSettings()?.city;
  const { drivers, problem, reload } = useLiveDrivers();
  const place = useOwnPlace();
  useCarTypes();
  const [chosen, setChosen] = useState<string | null>(null);
  /** Chosen in the list: the map goes there once. */
  const [focus, setFocus] = useState<{ lat: number; lng: number } | null>(null);
  const cars = useMemo(
    () => (drivers ?? []).map(({ driver, lat, lng, heading }) => ({ id: driver, lat, lng, heading })),
    [drivers],
  );
  const picked = drivers?.find(({ driver }) => driver === chosen) ?? null;
  const own = typeof place === 'object' && city && isWithin(place, city.bounds) ? place : null;

  if (drivers === null && problem !== null) return <ErrorState problem={problem} onRetry={reload} />;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {place === 'unknown' && <Alert severity="info">{t('allow_location')}</Alert>}
      {drivers !== null && problem !== null && <Alert severity="warning">{t('live_map_stale')}</Alert>}
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 340px' },
          border: '1px solid',
          borderColor: 'divider',
          borderRadius: '16px',
          overflow: 'hidden',
        }}
      >
        <Box sx={{ position: 'relative', height: { xs: 380, md: 460, lg: 560 } }}>
          <KerbMap
            description={t('live_map_text', { drivers: number(cars.length) })}
            cars={cars}
            center={own}
            zoom={startZoom}
            carLength={markerLength}
            focus={focus}
            onPickCar={setChosen}
          />
          {picked && <DriverCard driver={picked} onClose={() => setChosen(null)} />}
        </Box>
        <DriverList
          drivers={drivers}
          chosen={chosen}
          onChoose={(driver) => {
            setChosen(driver.driver);
            setFocus({ lat: driver.lat, lng: driver.lng });
          }}
        />
      </Box>
    </Box>
  );
}
