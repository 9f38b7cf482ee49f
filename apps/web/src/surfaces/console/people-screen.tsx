// The screen of one role's users: the list, and the button to add a user.
import type { SavedViewTable } from '@kerb/contract';
import type { Usertype } from '@kerb/domain/identity';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { AddPerson } from '../../features/people/add-person.tsx';
import { BulkDrivers } from '../../features/people/bulk-drivers.tsx';
import { PeopleList } from '../../features/people/people-list.tsx';
import { PeopleViewCount } from '../../features/people/view-count.tsx';
import { SavedViews } from '../../features/saved-views/saved-views.tsx';
import { paths } from '../../lib/paths.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { ConsoleShell } from '../../ui/console-shell.tsx';
import { PersonPeek } from './person-peek.tsx';

const titles = {
  rider: 'nav_riders',
  driver: 'nav_drivers',
  fleetadmin: 'nav_fleetadmins',
  admin: 'nav_alladmin',
} as const satisfies Record<Usertype, string>;

/** Lists of staff are too short for views. */
const viewTables: Partial<Record<Usertype, SavedViewTable>> = { rider: 'riders', driver: 'drivers' };

export function PeopleScreen({ usertype }: { usertype: Usertype }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { user } = useAuth();
  if (!user) return null;
  const table = viewTables[usertype];
  const add = <AddPerson usertype={usertype} onAdded={({ id }) => void navigate(paths.person(id))} />;
  return (
    <ConsoleShell title={t(titles[usertype])} actions={add}>
      <PeopleList
        usertype={usertype}
        viewer={user}
        renderPeek={(person, close) => <PersonPeek key={person.id} listed={person} onClose={close} />}
        renderBulk={
          usertype === 'driver' && user.usertype === 'admin'
            ? (selection) => <BulkDrivers selection={selection} />
            : undefined
        }
        renderViews={
          table &&
          ((look) => (
            <SavedViews
              table={table}
              look={look}
              renderCount={(query) => <PeopleViewCount usertype={usertype} query={query} />}
            />
          ))
        }
      />
    </ConsoleShell>
  );
}
