// React hook that assigns a request to a driver, or moves an accepted trip to another one. When two dispatchers act at
// once, the second one gets a conflict and decides.
import type { BoardRow, DriverCandidate } from '@kerb/contract';
import { type BookingStatus, nextStatus } from '@kerb/domain/booking';
import { ApiError } from '@kerb/sdk/client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useErrorText } from '../../lib/use-error-text.ts';

/** Whether a dispatcher may take a booking of this status from its driver. */
export const mayReassign = (status: BookingStatus): boolean => nextStatus(status, 'give_back', 'admin').ok;

export interface Race {
  /** The driver whom this dispatcher has chosen. */
  readonly wanted: DriverCandidate;
}

export interface Assigning {
  readonly busy: boolean;
  /** The error message; null without an error. */
  readonly problem: string | null;
  /** Set when another dispatcher has sent an offer for this request in the meantime. */
  readonly race: Race | null;
  readonly assign: (to: DriverCandidate, also?: boolean) => Promise<void>;
  /** Null returns the request to automatic dispatch. */
  readonly reassign: (to: DriverCandidate | null) => Promise<void>;
  readonly dismiss: () => void;
}

const isRace = (error: unknown): boolean => error instanceof ApiError && error.code === 'already_assigned';

export function useAssign(row: BoardRow, onDone: (text: string) => void): Assigning {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [problem, setProblem] = useState<string | null>(null);
  const [race, setRace] = useState<Race | null>(null);
  const [offer, offering] = answers.assignBooking.useMutation();
  const [takeBack, takingBack] = answers.reassignBooking.useMutation();
  const { id, reference, driver: from } = row;

  return {
    busy: offering.isLoading || takingBack.isLoading,
    problem,
    race,
    async assign(to, also = false) {
      setProblem(null);
      setRace(null);
      const { error } = await offer({ params: { id }, body: { driver: to.driver, unlessOffered: !also } });
      if (error === undefined) return onDone(t('assign_done'));
      if (isRace(error)) setRace({ wanted: to });
      else setProblem(errorText(error));
    },
    async reassign(to) {
      if (from === null) return;
      setProblem(null);
      const { error } = await takeBack({ params: { id }, body: { from, to: to?.driver ?? null } });
      if (error === undefined)
        onDone(
          to === null
            ? t('board_released', { reference })
            : t('board_reassigned', { driver: to.name, reference }),
        );
      else setProblem(isRace(error) ? t('board_race_taken', { reference }) : errorText(error));
    },
    dismiss: () => {
      setRace(null);
      setProblem(null);
    },
  };
}
