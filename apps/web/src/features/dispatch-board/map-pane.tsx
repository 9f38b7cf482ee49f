// The live map of the dispatch board, with its filters, the card of a car and, on wide screens, the panel of the chosen
// request.
import type { BoardRow } from '@kerb/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { type ReactNode, type Ref, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useSettings } from '../../lib/use-settings.ts';
import type { DemandPlace, FleetCar } from '../../map/fleet-plan.ts';
import { noPadding } from '../../ui/map-padding.ts';
import { darkModeOutline } from '../../ui/over-map.ts';
import { BoardMap } from './board-map.tsx';
import { DriverCard } from './driver-card.tsx';
import { type FleetFilter, stateOf } from './fleet-filter.ts';
import { isWithin, type LiveDriver } from './live-drivers.ts';
import { MapChoice } from './map-choice.tsx';
import type { Choices } from './use-choices.ts';
import { useOwnPlace } from './use-own-place.ts';

const nowhere: readonly DemandPlace[] = [];
const PANEL_WIDTH = 340;

const toCar = (driver: LiveDriver): FleetCar => ({
  id: driver.driver,
  lat: driver.lat,
  lng: driver.lng,
  heading: driver.heading,
  state: stateOf(driver),
});

/** The cars on the map: those that match the filter, or only the request's own while a request is chosen. */
function useCarsOnMap(shown: readonly LiveDriver[] | null, only: { readonly driver: string | null } | null) {
  const isLimited = only !== null;
  const ownDriver = only?.driver ?? null;
  return useMemo(
    () => (shown ?? []).filter((one) => !isLimited || one.driver === ownDriver).map(toCar),
    [shown, isLimited, ownDriver],
  );
}

/** Space that the panel of a request covers on the map. */
function useMapPadding(isCovered: boolean) {
  const { direction } = useLanguage();
  return useMemo(
    () => (isCovered ? { ...noPadding, [direction === 'rtl' ? 'left' : 'right']: PANEL_WIDTH } : noPadding),
    [isCovered, direction],
  );
}

function LocationNote({ isShown }: { readonly isShown: boolean }) {
  const { t } = useTranslation();
  const [isHidden, setHidden] = useState(false);
  if (isHidden || !isShown) return null;
  return (
    <Alert severity="info" sx={noteStyles} onClose={() => setHidden(true)} closeText={t('close')}>
      {t('allow_location')}
    </Alert>
  );
}

interface MapPaneProps {
  readonly rows: readonly BoardRow[];
  /** All drivers of the fleet, and those that match the filter; null while loading. */
  readonly drivers: readonly LiveDriver[] | null;
  readonly shown: readonly LiveDriver[] | null;
  readonly choices: Choices;
  readonly filter: FleetFilter;
  readonly onFilter: (filter: FleetFilter) => void;
  /** Null while loading, and for viewers who are not allowed to see the demand. */
  readonly places: readonly DemandPlace[] | null;
  /** Panel of the chosen request over the map; null without one, and on narrow screens. */
  readonly panel: ReactNode;
  readonly panelRef: Ref<HTMLDivElement>;
}

export function MapPane({
  rows,
  drivers,
  shown,
  choices,
  filter,
  onFilter,
  places,
  panel,
  panelRef,
}: MapPaneProps) {
  const city = useSettings()?.city;
  const place = useOwnPlace();
  const [showsDemand, setShowsDemand] = useState(false);
  const { chosen, candidates, car } = choices;
  // Hide the rest of the fleet while a request is chosen, so that it does not cover the candidates.
  const cars = useCarsOnMap(shown, candidates.onMap.length > 0 ? chosen : null);
  const picked = shown?.find(({ driver }) => driver === car) ?? null;
  const own = typeof place === 'object' && city && isWithin(place, city.bounds) ? place : null;
  const padding = useMapPadding(panel !== null);
  return (
    <Box sx={mapStyles}>
      {/* Before the map, which is long to go through by keyboard. */}
      {panel && (
        <Box ref={panelRef} sx={panelStyles}>
          {panel}
        </Box>
      )}
      <BoardMap
        cars={cars}
        car={car}
        onPickCar={choices.pickCar}
        rows={rows}
        chosen={chosen}
        onPickRequest={choices.choose}
        candidates={candidates.onMap}
        candidate={choices.candidate}
        onPickCandidate={choices.setCandidate}
        places={(showsDemand && places) || nowhere}
        padding={padding}
        home={own}
        focus={choices.focus}
        fleet={drivers ?? []}
      />
      <MapChoice
        filter={filter}
        onChange={onFilter}
        showsDemand={places && showsDemand}
        hasNoDemand={places?.length === 0}
        onShowDemand={setShowsDemand}
      />
      <LocationNote isShown={place === 'unknown' && chosen === null} />
      {picked && (
        <DriverCard
          driver={picked}
          next={rows.find((row) => row.follows !== null && row.driver === picked.driver) ?? null}
          onClose={choices.closeCar}
        />
      )}
    </Box>
  );
}

const mapStyles = {
  position: 'relative',
  minHeight: 0,
  // On a phone the map is above the queue.
  order: { xs: -1, sm: 0 },
  gridRow: { xs: 1, sm: 'auto' },
  height: { xs: '44dvh', sm: 'auto' },
} as const;

const noteStyles = {
  position: 'absolute',
  zIndex: 1,
  bottom: 36,
  insetInlineStart: 12,
  maxWidth: 'min(380px, calc(100% - 72px))',
  borderRadius: '14px',
} as const;

const panelStyles = {
  position: 'absolute',
  zIndex: 2,
  top: 12,
  bottom: 36,
  insetInlineEnd: 12,
  width: PANEL_WIDTH,
  display: 'flex',
  flexDirection: 'column',
  '& > section': {
    borderRadius: '16px',
    bgcolor: 'background.paper',
    boxShadow: '0 2px 16px rgb(0 0 0 / 0.2)',
  },
  pointerEvents: 'none',
  '& > *': { pointerEvents: 'auto', ...darkModeOutline },
} as const;
