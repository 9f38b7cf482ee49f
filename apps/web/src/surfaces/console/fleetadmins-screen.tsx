// /fleetadmins: the list of fleet admins.
import { PeopleScreen } from './people-screen.tsx';

export function FleetadminsScreen() {
  return <PeopleScreen key="fleetadmin" usertype="fleetadmin" />;
}
