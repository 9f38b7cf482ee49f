// Buttons for actions on a user's account, and for sending them a message.
import type { User } from '@kerb/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { MessagePeople } from '../../features/messages/message-people.tsx';
import { PersonActions } from '../../features/people/person-actions.tsx';
import { usePersonName } from '../../features/people/person-name.tsx';
import { useAuth } from '../../lib/use-auth.ts';

interface PersonButtonsProps {
  readonly person: User;
  readonly onDeleted: () => void;
}

export function PersonButtons({ person, onDeleted }: PersonButtonsProps) {
  const { t } = useTranslation();
  const { user } = useAuth();
  const nameOf = usePersonName();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {person.id !== user?.id && (
        <MessagePeople text={t('message_button')} recipients={[{ id: person.id, name: nameOf(person) }]} />
      )}
      <PersonActions person={person} onDeleted={onDeleted} />
    </Box>
  );
}
