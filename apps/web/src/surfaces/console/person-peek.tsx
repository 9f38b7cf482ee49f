// One person beside the list: who they are, how the account stands, and what can be done with it.
import type { User } from '@kerb/contract';
import { PersonDetails } from '../../features/people/person-details.tsx';
import { PersonHeader } from '../../features/people/person-header.tsx';
import { answers } from '../../lib/answers.ts';
import { PersonButtons } from './person-buttons.tsx';

interface PersonPeekProps {
  /** As the list has them, shown until they are read again. */
  readonly listed: User;
  readonly onClose: () => void;
}

export function PersonPeek({ listed, onClose }: PersonPeekProps) {
  // A decision can take the person out of the list.
  const { currentData } = answers.getUser.useQuery({ params: { id: listed.id } });
  const person = currentData ?? listed;
  return (
    <>
      <PersonHeader person={person} actions={<PersonButtons person={person} onDeleted={onClose} />} />
      <PersonDetails person={person} />
    </>
  );
}
