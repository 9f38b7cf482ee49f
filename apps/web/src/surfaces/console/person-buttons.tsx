// Buttons for actions on a user's account, and for sending them a message.
import type { User } from '@kerb/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { MessagePeople } from '../../features/messages/message-people.tsx';
import { PersonActions } from '../../features/people/person-actions.tsx';
import { usePersonName } from '../../features/people/person-name.tsx';
import { discardTrip } from '../../features/phone-desk/discard-trip.ts';
import { riderParam } from '../../features/phone-desk/use-chosen-rider.ts';
import { paths } from '../../lib/paths.ts';
import { useKerbDispatch } from '../../lib/store.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { Link } from '../../ui/link.tsx';

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
      {user?.usertype === 'admin' && person.usertype === 'rider' && person.approved && (
        <BookForRider id={person.id} />
      )}
      {person.id !== user?.id && (
        <MessagePeople text={t('message_button')} recipients={[{ id: person.id, name: nameOf(person) }]} />
      )}
      <PersonActions person={person} onDeleted={onDeleted} />
    </Box>
  );
}

/** Opens the phone desk with the rider, and without the trip that was entered there for another one. */
function BookForRider({ id }: { id: string }) {
  const { t } = useTranslation();
  const dispatch = useKerbDispatch();
  return (
    <Button
      component={Link}
      to={`${paths.addbookings}?${riderParam}=${id}`}
      variant="outlined"
      onClick={() => discardTrip(dispatch)}
    >
      {t('nav_addbookings')}
    </Button>
  );
}
