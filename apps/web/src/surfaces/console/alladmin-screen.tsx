// /alladmin: those who run the operation.
import { PeopleScreen } from './people-screen.tsx';

export function AllAdminScreen() {
  return <PeopleScreen key="admin" usertype="admin" />;
}
