// Screen with the list of one role's users, and the button to add a user.
import type { SavedViewTable, User } from '@kerb/contract';
import type { Usertype } from '@kerb/domain/identity';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { MessagePeople } from '../../features/messages/message-people.tsx';
import { AddPerson } from '../../features/people/add-person.tsx';
import { BulkDrivers } from '../../features/people/bulk-drivers.tsx';
import { PeopleList } from '../../features/people/people-list.tsx';
import { usePersonName } from '../../features/people/person-name.tsx';
import { PeopleViewCount } from '../../features/people/view-count.tsx';
import { SavedViews } from '../../features/saved-views/saved-views.tsx';
import { paths } from '../../lib/paths.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { ConsoleShell } from '../../ui/console-shell.tsx';
import type { RowSelection } from '../../ui/data-table/row-selection.ts';
import { PersonPeek } from './person-peek.tsx';

const titles = {
  rider: 'nav_riders',
  driver: 'nav_drivers',
  fleetadmin: 'nav_fleetadmins',
  admin: 'nav_alladmin',
} as const satisfies Record<Usertype, string>;

/** Tables with saved views; lists of staff are too short to need them. */
const viewTables: Partial<Record<Usertype, SavedViewTable>> = { rider: 'riders', driver: 'drivers' };

function MessageSelected({ selection }: { selection: RowSelection<User> }) {
  const { t } = useTranslation();
  const nameOf = usePersonName();
  const recipients = [...selection.rows.values()].map((person) => ({ id: person.id, name: nameOf(person) }));
  return <MessagePeople size="small" text={t('message_button')} recipients={recipients} />;
}

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
        renderBulk={(selection) => (
          <>
            {usertype === 'driver' && user.usertype === 'admin' && <BulkDrivers selection={selection} />}
            <MessageSelected selection={selection} />
          </>
        )}
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
