// The screen of one role's users: the list, and the button to add a user.
import type { Usertype } from '@kerb/domain/identity';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { AddPerson } from '../../features/people/add-person.tsx';
import { PeopleList } from '../../features/people/people-list.tsx';
import { paths } from '../../lib/paths.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { ConsoleShell } from '../../ui/console-shell.tsx';

const titles = {
  rider: 'nav_riders',
  driver: 'nav_drivers',
  fleetadmin: 'nav_fleetadmins',
  admin: 'nav_alladmin',
} as const satisfies Record<Usertype, string>;

export function PeopleScreen({ usertype }: { usertype: Usertype }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { user } = useAuth();
  if (!user) return null;
  const add = <AddPerson usertype={usertype} onAdded={({ id }) => void navigate(paths.person(id))} />;
  return (
    <ConsoleShell title={t(titles[usertype])} actions={add}>
      <PeopleList usertype={usertype} viewer={user} />
    </ConsoleShell>
  );
}
