// The dispatch board: the queue of requests beside the live map; a chosen request shows its candidate drivers.
import type { BookingView } from '@kerb/contract';
import type { LatLng } from '@kerb/domain/geo';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useSettings } from '../../lib/use-settings.ts';
import type { DemandPlace, FleetCar } from '../../map/fleet-plan.ts';
import { DoneNotice } from '../../ui/done-notice.tsx';
import { noPadding } from '../../ui/map-padding.ts';
import { darkModeOutline } from '../../ui/over-map.ts';
import { BoardMap } from './board-map.tsx';
import { DriverCard } from './driver-card.tsx';
import { allDrivers, filtered, stateOf } from './fleet-filter.ts';
import { isWithin, type LiveDriver } from './live-drivers.ts';
import { MapChoice } from './map-choice.tsx';
import type { QueueAlert } from './queue.ts';
import { QueuePane } from './queue-pane.tsx';
import { RequestPanel } from './request-panel.tsx';
import { mayReassign } from './use-assign.ts';
import { useBoard } from './use-board.ts';
import { useCandidates } from './use-candidates.ts';
import { useLiveDrivers } from './use-live-drivers.ts';
import { useOwnPlace } from './use-own-place.ts';

interface DispatchBoardProps {
  /** Null while loading, and for viewers who are not allowed to see the demand. */
  readonly places: readonly DemandPlace[] | null;
  readonly alerts: readonly QueueAlert[];
  readonly mayAssign: boolean;
  readonly renderActions: (booking: BookingView) => ReactNode;
}

const nowhere: readonly DemandPlace[] = [];
const PANEL_WIDTH = 340;

const toCar = (driver: LiveDriver): FleetCar => ({
  id: driver.driver,
  lat: driver.lat,
  lng: driver.lng,
  heading: driver.heading,
  state: stateOf(driver),
});

export function DispatchBoard({ places, alerts, mayAssign, renderActions }: DispatchBoardProps) {
  const { t } = useTranslation();
  const { direction } = useLanguage();
  const isWide = useMediaQuery((theme: { breakpoints: { up: (key: 'lg') => string } }) =>
    theme.breakpoints.up('lg'),
  );
  const city = useSettings()?.city;
  const board = useBoard();
  const fleet = useLiveDrivers();
  const place = useOwnPlace();
  const [filter, setFilter] = useState(allDrivers);
  const [showsDemand, setShowsDemand] = useState(false);
  const [request, setRequest] = useState<string | null>(null);
  const [car, setCar] = useState<string | null>(null);
  const [candidate, setCandidate] = useState<string | null>(null);
  const [isReassigning, setReassigning] = useState(false);
  const [hidesNote, setHidesNote] = useState(false);
  const [focus, setFocus] = useState<LatLng | null>(null);
  const [done, setDone] = useState<string | null>(null);

  const rows = board.answer?.items ?? [];
  const chosen = rows.find(({ id }) => id === request) ?? null;
  const isAsked =
    chosen?.status === 'NEW' || (chosen !== null && mayReassign(chosen.status) && isReassigning);
  const candidates = useCandidates(chosen, { isAsked: mayAssign && isAsked, drivers: fleet.drivers });
  const shown = useMemo(() => fleet.drivers && filtered(fleet.drivers, filter), [fleet.drivers, filter]);
  const ownDriver = chosen?.driver ?? null;
  const isChoosing = candidates.onMap.length > 0;
  // Hide the rest of the fleet while a request is chosen, so that it does not cover the candidates.
  const cars = useMemo(
    () => (shown ?? []).filter((one) => !isChoosing || one.driver === ownDriver).map(toCar),
    [shown, isChoosing, ownDriver],
  );
  const picked = shown?.find(({ driver }) => driver === car) ?? null;
  const own = typeof place === 'object' && city && isWithin(place, city.bounds) ? place : null;

  const choose = useCallback((id: string | null) => {
    setRequest(id);
    setCandidate(null);
    setReassigning(false);
    setCar(null);
  }, []);
  const frame = useRef<HTMLDivElement>(null);
  const details = useRef<HTMLDivElement>(null);
  const enter = useCallback(() => details.current?.querySelector<HTMLElement>('section')?.focus(), []);
  const leave = () => {
    // Closing the details removes the focused element, so move the focus to the request's row.
    if (details.current?.contains(document.activeElement))
      frame.current?.querySelector<HTMLElement>(`[data-request="${request}"]`)?.focus();
    choose(null);
  };
  const pickCar = (driver: string | null) => {
    if (chosen !== null && candidates.list?.some((one) => one.driver === driver)) setCandidate(driver);
    else setCar(driver);
  };
  const goTo = (driver: LiveDriver) => {
    setCar(driver.driver);
    setFocus({ lat: driver.lat, lng: driver.lng });
  };
  const padding = useMemo(() => {
    if (!isWide || request === null) return noPadding;
    return { ...noPadding, [direction === 'rtl' ? 'left' : 'right']: PANEL_WIDTH };
  }, [isWide, request, direction]);

  const panel = chosen && (
    <RequestPanel
      key={chosen.id}
      row={chosen}
      clockAheadMs={board.clockAheadMs}
      candidates={candidates.list}
      mayAssign={mayAssign}
      isReassigning={isReassigning}
      onReassign={() => setReassigning(true)}
      candidate={candidate}
      onCandidate={setCandidate}
      renderActions={renderActions}
      onDone={setDone}
      onClose={leave}
    />
  );
  return (
    <Box
      ref={frame}
      sx={frameStyles}
      onKeyDown={({ key }) => {
        if (key === 'Escape') leave();
      }}
    >
      <QueuePane
        board={board}
        alerts={alerts}
        chosen={request}
        onChoose={choose}
        onEnter={enter}
        fleet={fleet}
        shown={shown}
        isFiltered={filter.state !== 'all' || filter.carType !== ''}
        car={car}
        onCar={goTo}
      />
      <Box sx={mapStyles}>
        {/* Before the map, which is long to go through by keyboard. */}
        {isWide && panel && (
          <Box ref={details} sx={panelStyles}>
            {panel}
          </Box>
        )}
        <BoardMap
          cars={cars}
          car={car}
          onPickCar={pickCar}
          rows={rows}
          chosen={chosen}
          onPickRequest={choose}
          candidates={candidates.onMap}
          candidate={candidate}
          onPickCandidate={setCandidate}
          places={(showsDemand && places) || nowhere}
          padding={padding}
          home={own}
          focus={focus}
          fleet={fleet.drivers ?? []}
        />
        <MapChoice
          filter={filter}
          onChange={setFilter}
          showsDemand={places && showsDemand}
          hasNoDemand={places?.length === 0}
          onShowDemand={setShowsDemand}
        />
        {place === 'unknown' && chosen === null && !hidesNote && (
          <Alert severity="info" sx={noteStyles} onClose={() => setHidesNote(true)} closeText={t('close')}>
            {t('allow_location')}
          </Alert>
        )}
        {picked && (
          <DriverCard
            driver={picked}
            next={rows.find((row) => row.follows !== null && row.driver === picked.driver) ?? null}
            onClose={() => setCar(null)}
          />
        )}
      </Box>
      {!isWide && (
        <Drawer
          anchor="bottom"
          open={chosen !== null}
          onClose={() => choose(null)}
          slotProps={{ paper: { sx: { maxHeight: '78dvh', borderRadius: '16px 16px 0 0' } } }}
        >
          {panel}
        </Drawer>
      )}
      <DoneNotice text={done} onClose={() => setDone(null)} />
    </Box>
  );
}

const frameStyles = {
  display: 'grid',
  flex: 1,
  minHeight: 0,
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr)',
    sm: '320px minmax(0, 1fr)',
    lg: 'clamp(372px, 26%, 460px) minmax(0, 1fr)',
  },
  gridTemplateRows: { xs: 'auto 44dvh', sm: 'minmax(0, 1fr)' },
} as const;

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
