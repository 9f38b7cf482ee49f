// Sends the queued steps on every screen, and asks for a confirmation when a driver signs out while some are queued.
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { answerSignOut, isSignOutAsked, onSignOutAsked } from '../../lib/trip-queue/sign-out-question.ts';
import { useTripQueue } from '../../lib/trip-queue/use-trip-queue.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

export function DriverQueue() {
  const { t } = useTranslation();
  const waiting = useTripQueue().steps?.length ?? 0;
  const isAsked = useSyncExternalStore(onSignOutAsked, isSignOutAsked);
  // All steps were sent in the meantime, so no confirmation is needed.
  useEffect(() => {
    if (isAsked && waiting === 0) answerSignOut(false);
  }, [isAsked, waiting]);
  return (
    <ConfirmDialog
      open={isAsked && waiting > 0}
      title={t('leave_waiting_title')}
      confirmText={t('logout')}
      onConfirm={() => answerSignOut(true)}
      onClose={() => answerSignOut(false)}
    >
      {t('leave_waiting', { count: waiting })}
    </ConfirmDialog>
  );
}
