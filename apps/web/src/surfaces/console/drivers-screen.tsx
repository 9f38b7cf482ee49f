// /drivers: the drivers, and those who wait to become one; a fleet admin sees their own.
import { PeopleScreen } from './people-screen.tsx';

export function DriversScreen() {
  return <PeopleScreen key="driver" usertype="driver" />;
}
