// React hook that loads the candidate drivers of a request, nearest first, with their live positions.
import type { BoardRow, DriverCandidate } from '@kerb/contract';
import { useMemo } from 'react';
import { answers } from '../../lib/answers.ts';
import { useFormat } from '../../lib/use-format.ts';
import { type CandidateOnMap, groupOf } from '../../map/candidate-features.ts';
import type { LiveDriver } from './live-drivers.ts';

const READ_AGAIN_MS = 10_000;
/** Number of nearest candidates on the map; more circles would overlap. */
const MAX_ON_MAP = 12;

export interface BoardCandidates {
  /** Null while loading, and while `isAsked` is false. */
  readonly list: readonly DriverCandidate[] | null;
  readonly onMap: readonly CandidateOnMap[];
}

export function useCandidates(
  row: BoardRow | null,
  { isAsked, drivers }: { isAsked: boolean; drivers: readonly LiveDriver[] | null },
): BoardCandidates {
  const { duration } = useFormat();
  const { currentData } = answers.listCandidates.useQuery(
    { params: { id: row?.id ?? '' }, query: {} },
    { skip: row === null || !isAsked, pollingInterval: READ_AGAIN_MS },
  );
  const items = isAsked ? currentData?.items : undefined;
  const driven = row?.driver ?? null;
  return useMemo(() => {
    if (items === undefined) return { list: null, onMap: [] };
    // Eligible drivers are listed before those that are not eligible.
    const list = items
      .filter(({ driver }) => driver !== driven)
      .sort((one, other) => Number(one.gate !== null) - Number(other.gate !== null));
    const places = new Map((drivers ?? []).map((driver) => [driver.driver, driver]));
    const onMap = list.slice(0, MAX_ON_MAP).flatMap((candidate): CandidateOnMap[] => {
      const place = places.get(candidate.driver);
      if (!place || (candidate.gate !== null && !candidate.asked)) return [];
      return [
        {
          driver: candidate.driver,
          group: groupOf(candidate),
          position: { lat: place.lat, lng: place.lng },
          label: candidate.time_in_secs === null ? '' : duration(candidate.time_in_secs),
        },
      ];
    });
    return { list, onMap };
  }, [items, drivers, driven, duration]);
}
