// React hook for choosing places on the map: a pin for the place being chosen; otherwise a tap sets the pickup or, once
// that is set, the destination, and markers can be dragged.
import type { LatLng } from '@kerb/domain/geo';
import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '../../lib/i18n/index.ts';
import type { KerbMapProps } from '../../map/kerb-map-props.ts';
import { useLayer } from '../../ui/layers.ts';
import { type PlaceKey, placeOf, type TripDraft } from './use-trip-draft.ts';

const PickOnMap = lazy(async () => {
  const [{ PickOnMap }] = await Promise.all([import('./pick-on-map.tsx'), loadTexts('quote')]);
  return { default: PickOnMap };
});

interface MapPicking {
  /** True while a place is being chosen. */
  readonly active: boolean;
  /** Starts choosing a place. */
  readonly start: (place: PlaceKey) => void;
  /** Props for the map. */
  readonly map: Pick<KerbMapProps, 'pin' | 'onPick' | 'onMovePlace'>;
  /** Card shown over the map while choosing. */
  readonly card: ReactNode;
}

/** `home`: initial position of the pin when neither the place nor the pickup is set. */
export function useMapPicking(draft: TripDraft, home: LatLng | null): MapPicking {
  const { t } = useTranslation();
  const [place, setPlace] = useState<PlaceKey | null>(null);
  const [pin, setPin] = useState<LatLng | null>(null);
  const end = useCallback(() => setPlace(null), []);
  /** The newest lookup of each place. */
  const lookups = useRef(new Map<PlaceKey, symbol>());

  /**
   * Sets a place to the address at a point; false, and no change, when there is no address, the lookup fails, or the
   * place was changed meanwhile.
   */
  const put = async (key: PlaceKey, point: LatLng): Promise<boolean> => {
    const isLatest = draft.beginChange(key);
    const lookup = Symbol(key);
    lookups.current.set(key, lookup);
    draft.setEntry(`map ${key}`, 'pending');
    try {
      const { placeAt } = await import('./place-at.ts');
      const place = await placeAt(point);
      if (!isLatest()) return false;
      placeOf(draft, key).set(place);
      return true;
    } catch {
      return false;
    } finally {
      if (lookups.current.get(key) === lookup) draft.setEntry(`map ${key}`, null);
    }
  };
  const keyOf = (where: 'pickup' | 'drop' | number): PlaceKey =>
    typeof where === 'number' ? (draft.stops.filter(({ point }) => point)[where]?.key ?? '') : where;

  const choosing = place !== null && pin !== null;
  // Here and not in the card, which may still be loading.
  useLayer(choosing ? end : null);
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
