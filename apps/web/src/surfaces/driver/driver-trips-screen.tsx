// DriverTrips: the duty switch, today's earnings and the open offers, over the map.

import type { BusyPlaces, Task } from '@kerb/contract';
import { driverWaits } from '@kerb/domain/booking';
import { hasDutyLimits } from '@kerb/domain/fleet';
import type { LatLng } from '@kerb/domain/geo';
import { fetchTasks } from '@kerb/sdk/store';
import { isolated } from '@kerb/texts';
import VolumeOffOutlined from '@mui/icons-material/VolumeOffOutlined';
import VolumeUpOutlined from '@mui/icons-material/VolumeUpOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { BusyNote } from '../../features/busy-places/busy-note.tsx';
import { useBusyPlaces } from '../../features/busy-places/use-busy-places.ts';
import { DocumentsBanner } from '../../features/documents/documents-banner.tsx';
import { DemoPanel } from '../../features/driving/demo-panel.tsx';
import { PositionNote } from '../../features/driving/position-note.tsx';
import { useReportPosition } from '../../features/driving/use-report-position.ts';
import { LostNote } from '../../features/driving/waiting-note.tsx';
import { PushPrompt } from '../../features/notices/push-prompt.tsx';
import { DutySwitch } from '../../features/tasks/duty-switch.tsx';
import { EarningsCard } from '../../features/tasks/earnings-card.tsx';
import { MissedSection } from '../../features/tasks/missed-section.tsx';
import { StandingCard } from '../../features/tasks/standing-card.tsx';
import { TaskList } from '../../features/tasks/task-list.tsx';
import { useHorn } from '../../features/tasks/use-horn.ts';
import { useTasks } from '../../features/tasks/use-tasks.ts';
import { useLiveState } from '../../lib/live.ts';
import { paths } from '../../lib/paths.ts';
import { client, useKerbDispatch } from '../../lib/store.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { pointsOf } from '../../map/features.ts';
import { KerbMap } from '../../map/kerb-map.tsx';
import { AppShell } from '../../ui/app-shell.tsx';
import { NetworkBanner } from '../../ui/network-banner.tsx';
import { roundOverMap } from '../../ui/over-map.ts';
import { CurrentTrip } from './current-trip.tsx';
import { type DriverStatus, useDriverStatus } from './use-driver-status.ts';
import { WaitingTrips } from './waiting-trips.tsx';

const BusyLayer = lazy(async () => ({ default: (await import('../../map/busy-layer.tsx')).BusyLayer }));
const HoursCard = lazy(async () => ({
  default: (await import('../../features/tasks/hours-card.tsx')).HoursCard,
}));
const NextShift = lazy(async () => ({
  default: (await import('../../features/shifts/next-shift.tsx')).NextShift,
}));
const OwnVehicle = lazy(async () => ({
  default: (await import('../../features/vehicles/own-vehicle-card.tsx')).OwnVehicleCard,
}));
const noCells: BusyPlaces['cells'] = [];

/** Busy places farther away than this, in seconds of driving, are not fitted into the map's view. */
const SHOWN_WITHIN_SECS = 900;

function pointsAhead(busy: BusyPlaces | null): LatLng[] {
  const nearest = busy?.nearest ?? null;
  return nearest && nearest.secs <= SHOWN_WITHIN_SECS ? [{ lat: nearest.lat, lng: nearest.lng }] : [];
}

export function DriverTripsScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const dispatch = useKerbDispatch();
  const settings = useSettings();
  const { user } = useAuth();
  const live = useLiveState();
  const reported = useReportPosition();
  const tasks = useTasks();
  const [chosen, setChosen] = useState<string | null>(null);
  const { position, demo, own } = reported;
  const open = tasks.tasks ?? [];
  const selected = open.find(({ booking }) => booking === chosen) ?? open[0] ?? null;
  const status = useDriverStatus(reported, open.length);
  const busy = useBusyPlaces(status.onDuty && !status.onTrip && open.length === 0);
  const headingFor = useMemo(() => pointsAhead(busy), [busy]);
  const horn = useHorn(
    open.map(({ booking }) => booking),
    settings?.CarHornRepeat ?? false,
  );

  // Reloads the tasks after a reconnection, because a missed offer costs the driver a trip.
  useEffect(() => {
    if (live === 'open') void dispatch(fetchTasks());
  }, [live, dispatch]);

  const accept = async (task: Task) => {
    const booking = await tasks.accept(task, position);
    if (booking && !driverWaits(booking)) await navigate(paths.driverTrip(booking.id));
  };
  const driveTo = async (place: LatLng) => {
    if (!position) return;
    try {
      const { polylinePoints, time_in_secs } = await client.mapsDirections({
        query: { start: `${position.lat},${position.lng}`, dest: `${place.lat},${place.lng}` },
      });
      own.drive(pointsOf(polylinePoints), time_in_secs);
    } catch {
      // The tap may be at a place without a road, such as water: the car does not move.
    }
  };

  return (
    <AppShell
      title={t('nav_driver_trips')}
      back={paths.bookings}
      corner={<HornButton muted={horn.muted} onToggle={horn.toggle} />}
      map={(padding) => (
        <KerbMap
          pickup={selected?.pickup}
          drop={selected?.drop}
          waypoints={selected?.waypoints}
          route={selected?.polyline}
          cars={
            position
              ? [{ id: 'own', lat: position.lat, lng: position.lng, heading: position.heading ?? null }]
              : []
          }
          padding={padding}
          follow={selected === null}
          fitPoints={headingFor}
          onPick={demo && !status.onTrip ? (place) => void driveTo(place) : undefined}
          description={
            selected
              ? t('task_map', { pickup: isolated(selected.pickup.add), drop: isolated(selected.drop.add) })
              : t('driver_map')
          }
        >
          <BusyLayer cells={busy?.cells ?? noCells} />
        </KerbMap>
      )}
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
        <NetworkBanner offline={t('network_driver_tasks')} />
        <LostNote />
        <DocumentsBanner validUntil={user?.driver?.documentsValidUntil ?? null} />
        <OwnDuty status={status} />
        <CurrentTrip />
        <WaitingTrips />
        {status.onDuty && user && <PushPrompt uid={user.id} about="tasks" />}
        {status.onDuty && <PositionNote reported={reported} />}
        {status.onDuty && (!status.onTrip || open.length > 0) && (
          <TaskList
            tasks={tasks}
            selected={selected?.booking ?? null}
            onSelect={setChosen}
            onAccept={(task) => void accept(task)}
          />
        )}
        {busy && <BusyNote busy={busy} position={position} />}
        <Suspense fallback={null}>
          <OwnVehicle />
        </Suspense>
        <EarningsCard />
        <StandingCard />
        <MissedSection />
        {status.onDuty && <DemoPanel reported={reported} hint={t('demo_tap_map')} />}
      </Box>
    </AppShell>
  );
}

/**
 * The duty switch, the remaining hours if the operator limits them, and the next shift if drivers may only work in
 * shifts.
 */
function OwnDuty({ status: { onDuty, onTrip, title, text } }: { status: DriverStatus }) {
  const settings = useSettings();
  const renderShift = (refused: boolean) =>
    (refused || settings?.dutyWithinShifts) && (
      <Suspense fallback={null}>
        <NextShift refused={refused} />
      </Suspense>
    );
  return (
    <>
      <DutySwitch onDuty={onDuty} title={title} text={text} renderShift={renderShift} />
      {settings && hasDutyLimits(settings) && (
        <Suspense fallback={null}>
          <HoursCard settings={settings} onDuty={onDuty} onTrip={onTrip} />
        </Suspense>
      )}
    </>
  );
}

function HornButton({ muted, onToggle }: { muted: boolean; onToggle: () => void }) {
  const { t } = useTranslation();
  return (
    <IconButton
      aria-label={t('horn')}
      aria-pressed={!muted}
      onClick={onToggle}
      sx={{ ...roundOverMap, ...(muted && { color: 'text.secondary' }) }}
    >
      {muted ? <VolumeOffOutlined /> : <VolumeUpOutlined />}
    </IconButton>
  );
}
