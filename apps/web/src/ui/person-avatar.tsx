// Picture of a person; without one, their initials.
import type { User } from '@kerb/contract';
import Avatar from '@mui/material/Avatar';

export type Named = Pick<User, 'firstName' | 'lastName' | 'profile_image'>;

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
