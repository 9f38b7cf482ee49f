// React hook for what is chosen on the board: a request with one of its candidates, or a car.
import type { BoardRow } from '@kerb/contract';
import type { LatLng } from '@kerb/domain/geo';
import { useCallback, useState } from 'react';
import type { LiveDriver } from './live-drivers.ts';
import { mayReassign } from './use-assign.ts';
import { useCandidates } from './use-candidates.ts';

interface ChoicesOptions {
  readonly rows: readonly BoardRow[];
  /** Null while loading. */
  readonly drivers: readonly LiveDriver[] | null;
  readonly mayAssign: boolean;
}

export function useChoices({ rows, drivers, mayAssign }: ChoicesOptions) {
  const [request, setRequest] = useState<string | null>(null);
  const [car, setCar] = useState<string | null>(null);
  const [candidate, setCandidate] = useState<string | null>(null);
  const [isReassigning, setReassigning] = useState(false);
  const [focus, setFocus] = useState<LatLng | null>(null);
  const chosen = rows.find(({ id }) => id === request) ?? null;
  const isAsked =
    chosen?.status === 'NEW' || (chosen !== null && mayReassign(chosen.status) && isReassigning);
  const candidates = useCandidates(chosen, { isAsked: mayAssign && isAsked, drivers });

  const choose = useCallback((id: string | null) => {
    setRequest(id);
    setCandidate(null);
    setReassigning(false);
    setCar(null);
  }, []);
  return {
    /** Id of the chosen request; it may have left the board. */
    request,
    chosen,
    choose,
    candidates,
    candidate,
    setCandidate,
    isReassigning,
    reassign: () => setReassigning(true),
    car,
    closeCar: () => setCar(null),
    /** Chooses a candidate of the chosen request, or any other car. */
    pickCar(driver: string | null): void {
      if (chosen !== null && candidates.list?.some((one) => one.driver === driver)) setCandidate(driver);
      else setCar(driver);
    },
    /** Point that the map moves to; null before the first. */
    focus,
    goTo(driver: LiveDriver): void {
      setCar(driver.driver);
      setFocus({ lat: driver.lat, lng: driver.lng });
    },
  };
}

export type Choices = ReturnType<typeof useChoices>;
