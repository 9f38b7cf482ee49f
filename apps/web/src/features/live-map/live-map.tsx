// The live map of active drivers with the same drivers as a list beside it; either picks one out.

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { lazy, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCarTypes } from '../../lib/use-car-types.ts';
import { useFormat, useSettings } from '../../lib/use-settings.ts';
import type { DemandPlace, FleetCar } from '../../map/fleet-plan.ts';
import { KerbMap } from '../../map/kerb-map.tsx';
import { ErrorState } from '../../ui/page-states.tsx';
import { DriverCard } from './driver-card.tsx';
import { DriverList } from './driver-list.tsx';
import { allDrivers, filtered, stateOf } from './fleet-filter.ts';
import { FleetFilters } from './fleet-filters.tsx';
import { isWithin, type LiveDriver } from './live-drivers.ts';
import { useLiveDrivers } from './use-live-drivers.ts';
import { useOwnPlace } from './use-own-place.ts';

/** The specification's marker: 35 px long, 25 px wide, and the zoom that shows a whole city. */
const markerLength = 35;
const startZoom = 10;

const FleetLayer = lazy(async () => ({ default: (await import('../../map/fleet-layer.tsx')).FleetLayer }));
const DemandLayer = lazy(async () => ({ default: (await import('../../map/demand-layer.tsx')).DemandLayer }));

const nowhere: readonly DemandPlace[] = [];
const toCar = (driver: LiveDriver): FleetCar => ({
  id: driver.driver,
  lat: driver.lat,
  lng: driver.lng,
  heading: driver.heading,
  state: stateOf(driver),
});

/** `places`: recent ride requests; null while loading and for viewers who may not see them. */
export function LiveMap({ places }: { places: readonly DemandPlace[] | null }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const city = useSettings()?.city;
  const { drivers, problem, reload } = useLiveDrivers();
  const place = useOwnPlace();
  useCarTypes();
  const [filter, setFilter] = useState(allDrivers);
  const [showsDemand, setShowsDemand] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  /** Chosen in the list: the map goes there once. */
  const [focus, setFocus] = useState<{ lat: number; lng: number } | null>(null);
  const shown = useMemo(() => drivers && filtered(drivers, filter), [drivers, filter]);
  const cars = useMemo(() => (shown ?? []).map(toCar), [shown]);
  const picked = shown?.find(({ driver }) => driver === chosen) ?? null;
  const own = typeof place === 'object' && city && isWithin(place, city.bounds) ? place : null;

  if (drivers === null && problem !== null) return <ErrorState problem={problem} onRetry={reload} />;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      {place === 'unknown' && <Alert severity="info">{t('allow_location')}</Alert>}
      {drivers !== null && problem !== null && <Alert severity="warning">{t('live_map_stale')}</Alert>}
      <FleetFilters
        filter={filter}
        onChange={setFilter}
        showsDemand={places && showsDemand}
        onShowDemand={setShowsDemand}
      />
      <Box sx={frameStyles}>
        <Box sx={{ position: 'relative', height: { xs: 380, md: 460, lg: 560 } }}>
          <KerbMap
            description={t('live_map_text', { drivers: number(cars.length) })}
            center={own}
            zoom={startZoom}
            focus={focus}
          >
            <DemandLayer places={(showsDemand && places) || nowhere} />
            <FleetLayer cars={cars} chosen={chosen} length={markerLength} onPick={setChosen} />
          </KerbMap>
          {picked && <DriverCard driver={picked} onClose={() => setChosen(null)} />}
        </Box>
        <DriverList
          drivers={shown}
          isFiltered={filter.state !== 'all' || filter.carType !== ''}
          chosen={chosen}
          onChoose={(driver) => {
            setChosen(driver.driver);
            setFocus({ lat: driver.lat, lng: driver.lng });
          }}
        />
      </Box>
      {places && showsDemand && (
        <Typography variant="body2" color="text.secondary">
          {t(places.length === 0 ? 'demand_none' : 'demand_legend')}
        </Typography>
      )}
    </Box>
  );
}

const frameStyles = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 340px' },
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: '16px',
  overflow: 'hidden',
} as const;
