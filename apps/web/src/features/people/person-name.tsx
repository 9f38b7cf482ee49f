// Picture and name of a person, for lists and page headers.
import type { User } from '@kerb/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { type Named, PersonAvatar } from '../../ui/person-avatar.tsx';

export function usePersonName(): (person: Pick<User, 'firstName' | 'lastName'>) => string {
  const { t } = useTranslation();
  return ({ firstName, lastName }) =>
    t('person_name', { first: firstName, last: lastName }).trim() || t('person_unnamed');
}

export function PersonName({ person }: { person: Named }) {
  const nameOf = usePersonName();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
      <PersonAvatar person={person} size={36} />
      <Box
        component="span"
        dir="auto"
        sx={{
          minWidth: 0,
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          fontWeight: 600,
          // On a card the name may wrap to two lines; the person's page shows all of it.
          'li &': { display: '-webkit-box', WebkitLineClamp: 2, WebkitBoxOrient: 'vertical' },
        }}
      >
        {nameOf(person)}
      </Box>
    </Box>
  );
}
