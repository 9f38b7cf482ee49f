// React hook for the rider of a phone booking, whose id is in the address, so that a reload and Back keep the choice.
import type { User } from '@kerb/contract';
import { useState } from 'react';
import { answers } from '../../lib/answers.ts';
import { useIsMounted } from '../../lib/use-is-mounted.ts';
import { useQueryString } from '../../ui/data-table/use-query-string.ts';

/** Parameter of the address with the id of the rider. */
export const riderParam = 'rider';

export interface ChosenRider {
  /** Null until chosen, and while `isLoading`. */
  readonly rider: User | null;
  readonly choose: (rider: User | null) => void;
  /** Whether the rider of the address is being loaded. */
  readonly isLoading: boolean;
  /** Why the rider of the address could not be loaded; null without an error. */
  readonly problem: unknown;
}

export function useChosenRider(): ChosenRider {
  const { params, change } = useQueryString();
  const isMounted = useIsMounted();
  const id = params.get(riderParam);
  /** The last rider chosen on this screen, whose record is known without loading it. */
  const [chosen, setChosen] = useState<User | null>(null);
  const isKnown = id === null || chosen?.id === id;
  const { currentData, error } = answers.getUser.useQuery({ params: { id: id ?? '' } }, { skip: isKnown });
  const found = isKnown ? chosen : currentData;
  return {
    rider: id !== null && found?.usertype === 'rider' ? found : null,
    choose: (rider) => {
      // A search may end after the user has left the screen; its address must not come back.
      if (!isMounted()) return;
      if (rider !== null) setChosen(rider);
      change({ [riderParam]: rider?.id ?? '' });
    },
    isLoading: !isKnown && currentData === undefined && error === undefined,
    problem: isKnown || currentData ? null : (error ?? null),
  };
}
