// /cancelreasons: edits the reasons from which riders and drivers choose when they cancel.
import { useTranslation } from 'react-i18next';
import { ReasonList } from '../../features/cancel-reasons/reason-list.tsx';
import { ConsoleShell } from '../../ui/console-shell.tsx';

export function CancelReasonsScreen() {
  const { t } = useTranslation();
  return (
    <ReasonList
      frame={(add, list) => (
        <ConsoleShell title={t('nav_cancelreasons')} actions={add}>
          {list}
        </ConsoleShell>
      )}
    />
  );
}
