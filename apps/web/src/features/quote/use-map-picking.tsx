// Places chosen on the map: the pin of the one being chosen, a tap for the next that is missing, and dragged marks.
import type { LatLng } from '@kerb/domain/geo';
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '../../lib/i18n/index.ts';
import type { KerbMapProps } from '../../map/kerb-map-props.ts';
import { type PlaceKey, placeOf, type TripDraft } from './use-trip-draft.ts';

const PickOnMap = lazy(async () => {
  const [{ PickOnMap }] = await Promise.all([import('./pick-on-map.tsx'), loadTexts('quote')]);
  return { default: PickOnMap };
});

interface MapPicking {
  /** A place is being chosen. */
  readonly active: boolean;
  /** Begins to choose a place. */
  readonly start: (place: PlaceKey) => void;
  /** What the map is given. */
  readonly map: Pick<KerbMapProps, 'pin' | 'onPick' | 'onMovePlace'>;
  /** What stands over the map meanwhile. */
  readonly card: ReactNode;
}

/** `home`: where the pin begins without a place. */
export function useMapPicking(draft: TripDraft, home: LatLng | null): MapPicking {
  const { t } = useTranslation();
  const [place, setPlace] = useState<PlaceKey | null>(null);
  const [pin, setPin] = useState<LatLng | null>(null);
  const end = useCallback(() => setPlace(null), []);

  /** Sets a place to what is there; a tap on the sea or beside the city chooses nothing. */
  const put = async (key: PlaceKey, point: LatLng): Promise<boolean> => {
    try {
      const { placeAt } = await import('./place-at.ts');
      placeOf(draft, key).set(await placeAt(point));
      return true;
    } catch {
      return false;
    }
  };
  const keyOf = (where: 'pickup' | 'drop' | number): PlaceKey =>
    typeof where === 'number' ? (draft.stops.filter(({ point }) => point)[where]?.key ?? '') : where;

  const choosing = place !== null && pin !== null;
  return {
    active: choosing,
    start: (key) => {
      setPin(placeOf(draft, key).point ?? draft.pickup ?? home);
      setPlace(key);
    },
    map: choosing
      ? { pin: { point: pin, name: t('pick_pin'), onMove: setPin }, onPick: setPin }
      : {
          onPick: (point) => void put(draft.pickup ? 'drop' : 'pickup', point),
          onMovePlace: (where, point) => put(keyOf(where), point),
        },
    card: choosing && (
      <Suspense fallback={null}>
        <PickOnMap
          place={place}
          pin={pin}
          onTake={(point) => {
            placeOf(draft, place).set(point);
            end();
          }}
          onCancel={end}
        />
      </Suspense>
    ),
  };
}
