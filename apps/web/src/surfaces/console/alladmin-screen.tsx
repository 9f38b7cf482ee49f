// /alladmin: the list of admins.
import { PeopleScreen } from './people-screen.tsx';

export function AllAdminScreen() {
  return <PeopleScreen key="admin" usertype="admin" />;
}
