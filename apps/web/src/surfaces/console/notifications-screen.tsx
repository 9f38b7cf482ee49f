// /notifications: messages that admins write to riders and drivers.
import { useTranslation } from 'react-i18next';
import { NotificationList } from '../../features/notifications/notification-list.tsx';
import { ConsoleShell } from '../../ui/console-shell.tsx';

export function NotificationsScreen() {
  const { t } = useTranslation();
  return (
    <NotificationList
      frame={(add, list) => (
        <ConsoleShell title={t('nav_notifications')} actions={add}>
          {list}
        </ConsoleShell>
      )}
    />
  );
}
