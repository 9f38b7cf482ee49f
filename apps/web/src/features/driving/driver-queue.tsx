// Sends the queued steps on every screen, and asks for a confirmation when a driver signs out while some are queued.
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { answerSignOut, isSignOutAsked, onSignOutAsked } from '../../lib/trip-queue/sign-out-question.ts';
import { useTripQueue } from '../../lib/trip-queue/use-trip-queue.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

export function DriverQueue() {
  const { t } = useTranslation();
  const { steps } = useTripQueue();
  const waiting = steps?.length ?? 0;
  const isAsked = useSyncExternalStore(onSignOutAsked, isSignOutAsked);
  const isOpen = steps !== null;
  // All steps were sent in the meantime, so the driver is signed out without a confirmation. A closed queue means that
  // the session has ended already.
  useEffect(() => {
    if (isAsked && waiting === 0) answerSignOut(isOpen);
  }, [isAsked, waiting, isOpen]);
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
