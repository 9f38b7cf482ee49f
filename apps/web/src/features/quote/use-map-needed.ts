// React hook that returns whether the map beside a booking form must be drawn; the city's picture is enough until then.
import { useFirstUse } from '../../lib/use-first-use.ts';
import type { useMapPicking } from './use-map-picking.tsx';
import type { useTripDraft } from './use-trip-draft.ts';

type Draft = Pick<ReturnType<typeof useTripDraft>, 'pickup' | 'drop'>;
type Picking = Pick<ReturnType<typeof useMapPicking>, 'active'>;

/** True once the user has interacted with the page, a place is chosen, or one is being chosen on the map. */
export function useMapNeeded({ pickup, drop }: Draft, { active }: Picking): boolean {
  const isUsed = useFirstUse();
  return isUsed || active || pickup !== null || drop !== null;
}
