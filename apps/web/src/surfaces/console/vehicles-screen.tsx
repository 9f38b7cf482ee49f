// /vehicles: cars shared by several drivers; fleet admins see those of their own fleet.
import { useTranslation } from 'react-i18next';
import { VehicleList } from '../../features/vehicles/vehicle-list.tsx';
import { useAuth } from '../../lib/use-auth.ts';
import { ConsoleShell } from '../../ui/console-shell.tsx';

export function VehiclesScreen() {
  const { t } = useTranslation();
  const { user } = useAuth();
  if (!user) return null;
  return (
    <VehicleList
      viewer={user}
      frame={(add, list) => (
        <ConsoleShell title={t('nav_vehicles')} actions={add}>
          {list}
        </ConsoleShell>
      )}
    />
  );
}
