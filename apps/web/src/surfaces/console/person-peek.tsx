// Details panel of one user beside the list: identity, state of the account, and actions.
import type { User } from '@kerb/contract';
import { PersonDetails } from '../../features/people/person-details.tsx';
import { PersonHeader } from '../../features/people/person-header.tsx';
import { answers } from '../../lib/answers.ts';
import { PersonButtons } from './person-buttons.tsx';

interface PersonPeekProps {
  /** The list's record of the user, shown until the full record has loaded. */
  readonly listed: User;
  readonly onClose: () => void;
}

export function PersonPeek({ listed, onClose }: PersonPeekProps) {
  // Loaded separately, because an action can remove the user from the list.
  const { currentData } = answers.getUser.useQuery({ params: { id: listed.id } });
  const person = currentData ?? listed;
  return (
    <>
      <PersonHeader person={person} actions={<PersonButtons person={person} onDeleted={onClose} />} />
      <PersonDetails person={person} />
    </>
  );
}
