// /riders: all riders.
import { PeopleScreen } from './people-screen.tsx';

export function RidersScreen() {
  return <PeopleScreen key="rider" usertype="rider" />;
}
