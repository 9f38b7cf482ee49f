// Sends the queued steps on every screen, and asks for a confirmation when a driver signs out while some are queued.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTripQueue } from '../../lib/trip-queue/use-trip-queue.ts';
import { guardLeaving } from '../../ui/before-leaving.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

export function DriverQueue() {
  const { t } = useTranslation();
  const waiting = useTripQueue().steps?.length ?? 0;
  const [leaving, setLeaving] = useState<(() => void) | null>(null);
  const hasSteps = waiting > 0;
  useEffect(() => {
    if (!hasSteps) return;
    return guardLeaving((goOn) => setLeaving(() => goOn));
  }, [hasSteps]);
  return (
    <ConfirmDialog
      open={leaving !== null && hasSteps}
      title={t('leave_waiting_title')}
      confirmText={t('logout')}
      onConfirm={() => {
        setLeaving(null);
        leaving?.();
      }}
      onClose={() => setLeaving(null)}
    >
      {t('leave_waiting', { count: waiting })}
    </ConfirmDialog>
  );
}
