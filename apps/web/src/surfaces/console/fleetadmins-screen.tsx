// /fleetadmins: those who run a fleet.
import { PeopleScreen } from './people-screen.tsx';

export function FleetadminsScreen() {
  return <PeopleScreen key="fleetadmin" usertype="fleetadmin" />;
}
