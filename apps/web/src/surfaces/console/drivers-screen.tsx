// /drivers: drivers and applicants who wait for approval; fleet admins see those of their own fleet.
import { PeopleScreen } from './people-screen.tsx';

export function DriversScreen() {
  return <PeopleScreen key="driver" usertype="driver" />;
}
