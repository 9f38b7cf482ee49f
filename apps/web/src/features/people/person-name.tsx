// Picture and name of a person, for lists and page headers.
import type { User } from '@kerb/contract';
import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';

type Named = Pick<User, 'firstName' | 'lastName' | 'profile_image'>;

export function usePersonName(): (person: Pick<User, 'firstName' | 'lastName'>) => string {
  const { t } = useTranslation();
  return ({ firstName, lastName }) =>
    t('person_name', { first: firstName, last: lastName }).trim() || t('person_unnamed');
}

function initialsOf({ firstName, lastName }: Named): string {
  return [firstName, lastName]
    .map((name) => Array.from(name.trim())[0] ?? '')
    .join('')
    .toLocaleUpperCase();
}

export function PersonAvatar({ person, size }: { person: Named; size: number }) {
  return (
    <Avatar
      src={person.profile_image ?? undefined}
      alt=""
      sx={{
        width: size,
        height: size,
        bgcolor: 'divider',
        color: 'text.primary',
        fontSize: size * 0.36,
        fontWeight: 640,
      }}
    >
      {initialsOf(person) || undefined}
    </Avatar>
  );
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
