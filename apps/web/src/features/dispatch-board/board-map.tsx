// Map of the dispatch board: the fleet, requests that need attention, and the chosen request with its route and its
// candidate drivers.
import type { BoardRow } from '@kerb/contract';
import type { AddressedPoint, LatLng } from '@kerb/domain/geo';
import { lazy, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useFirstUse } from '../../lib/use-first-use.ts';
import { useFormat } from '../../lib/use-format.ts';
import type { CandidateOnMap } from '../../map/candidate-features.ts';
import { CityPicture } from '../../map/city-picture.tsx';
import type { DemandPlace, FleetCar } from '../../map/fleet-plan.ts';
import { KerbMap } from '../../map/kerb-map.tsx';
import type { RequestOnMap } from '../../map/requests-layer.tsx';
import type { MapPadding } from '../../ui/map-padding.ts';
import { useOpenedOnce } from '../../ui/use-opened-once.ts';
import { fleetCentre } from './fleet-centre.ts';

/** Size of a car's marker (35 px long, 25 px wide) by the specification, and a zoom level that shows a whole city. */
const markerLength = 35;
const startZoom = 10;

const FleetLayer = lazy(async () => ({ default: (await import('../../map/fleet-layer.tsx')).FleetLayer }));
const DemandLayer = lazy(async () => ({ default: (await import('../../map/demand-layer.tsx')).DemandLayer }));
const RequestsLayer = lazy(async () => ({
  default: (await import('../../map/requests-layer.tsx')).RequestsLayer,
}));
const CandidatesLayer = lazy(async () => ({
  default: (await import('../../map/candidates-layer.tsx')).CandidatesLayer,
}));

interface BoardMapProps {
  readonly cars: readonly FleetCar[];
  readonly car: string | null;
  readonly onPickCar: (driver: string | null) => void;
  readonly rows: readonly BoardRow[];
  readonly chosen: BoardRow | null;
  readonly onPickRequest: (booking: string) => void;
  readonly candidates: readonly CandidateOnMap[];
  readonly candidate: string | null;
  readonly onPickCandidate: (driver: string | null) => void;
  readonly places: readonly DemandPlace[];
  readonly padding: MapPadding;
  /** Initial centre of the map; null for the city's centre. */
  readonly home: LatLng | null;
  /** Place to move the map to; it moves when this changes. */
  readonly focus: LatLng | null;
  /** Positions of all cars: the map is fitted to the dense part of them while no request is chosen. */
  readonly fleet: readonly LatLng[];
}

function toRequest(row: BoardRow): RequestOnMap[] {
  const isBeforeTrip = row.status === 'NEW' || row.status === 'ACCEPTED' || row.status === 'ARRIVED';
  const { group } = row;
  if (!isBeforeTrip || (group !== 'unassigned' && group !== 'late' && group !== 'at_risk')) return [];
  return [{ id: row.id, state: group, place: row.pickup }];
}

const nowhere: readonly AddressedPoint[] = [];

/** Number of nearest candidates that the view is fitted to. */
const SHOWN_CANDIDATES = 5;

/** Freezes the first non-empty points for a `key`, so that the view is fitted once instead of following every car. */
function useFirstPoints(key: string, read: () => readonly LatLng[]): readonly LatLng[] {
  const first = useRef<{ key: string; points: readonly LatLng[] }>({ key, points: [] });
  if (first.current.key !== key || first.current.points.length === 0) first.current = { key, points: read() };
  return first.current.points;
}

export function BoardMap(props: BoardMapProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { chosen, candidates, rows } = props;
  const requests = useMemo(() => rows.flatMap(toRequest), [rows]);
  const points = useFirstPoints(chosen?.id ?? '', () =>
    chosen === null
      ? fleetCentre(props.fleet)
      : candidates.slice(0, SHOWN_CANDIDATES).map(({ position }) => position),
  );
  // Shares the answer with the panel of the request.
  const { currentData: booking } = answers.getBooking.useQuery(
    { params: { id: chosen?.id ?? '' } },
    { skip: chosen === null },
  );
  const isUsed = useFirstUse();
  // Without cars and requests the drawn map would look the same as the picture.
  const isEmpty = props.cars.length === 0 && requests.length === 0 && chosen === null;
  // Once drawn, the map stays.
  const isNeeded = useOpenedOnce(isUsed || !isEmpty || props.home !== null);
  const description = t('board_map', {
    drivers: number(props.cars.length),
    requests: number(requests.length),
  });
  return (
    <KerbMap
      description={description}
      waits={!isNeeded}
      still={<CityPicture description={description} showsRegion />}
      center={props.home}
      zoom={startZoom}
      padding={props.padding}
      focus={props.focus}
      pickup={chosen?.pickup ?? null}
      drop={chosen?.drop ?? null}
      waypoints={booking?.waypoints ?? nowhere}
      route={booking?.polyline ?? null}
      fitPoints={points}
    >
      <DemandLayer places={props.places} />
      <FleetLayer cars={props.cars} chosen={props.car} length={markerLength} onPick={props.onPickCar} />
      <RequestsLayer requests={requests} chosen={chosen?.id ?? null} onPick={props.onPickRequest} />
      <CandidatesLayer
        candidates={candidates}
        chosen={props.candidate}
        onPick={(driver) => {
          if (driver !== null) props.onPickCandidate(driver);
        }}
      />
    </KerbMap>
  );
}
