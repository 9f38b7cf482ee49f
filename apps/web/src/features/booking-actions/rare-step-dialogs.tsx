// Confirmation dialogs before an admin ends a trip that its driver does not end, or settles one that is not paid.
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useFormat } from '../../lib/use-format.ts';
import { ConfirmStepDialog, type StepDialogProps } from './confirm-step-dialog.tsx';

/** Ends a trip at the last known position of its car; names the highest price. */
export function EndTripDialog(props: StepDialogProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const [reach, sending] = answers.reachBooking.useMutation();
  return (
    <ConfirmStepDialog
      {...props}
      textsOf={({ reference, trip_cost, discount_amount }) => ({
        title: t('booking_end_title', { reference }),
        text: t('booking_end_text', { amount: money(trip_cost - discount_amount) }),
        confirmText: t('booking_action_end'),
      })}
      send={reach}
      sending={sending}
    />
  );
}

/** Confirms that a trip was paid in cash; names the amount. */
export function CollectDialog(props: StepDialogProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const [collect, sending] = answers.collectBooking.useMutation();
  return (
    <ConfirmStepDialog
      {...props}
      textsOf={({ reference, payableAmount }) => ({
        title: t('booking_collect_title', { amount: money(payableAmount) }),
        text: t('booking_collect_text', { reference }),
        confirmText: t('booking_action_collect'),
      })}
      send={collect}
      sending={sending}
    />
  );
}

/** Charges an unpaid trip to the wallet of its rider; names the amount. */
export function ChargeDialog(props: StepDialogProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const [charge, sending] = answers.chargeBooking.useMutation();
  return (
    <ConfirmStepDialog
      {...props}
      textsOf={({ reference, customer_name, payableAmount }) => ({
        title: t('booking_charge_title', { amount: money(payableAmount), name: customer_name }),
        text: t('booking_charge_text', { reference }),
        confirmText: t('booking_charge_confirm', { amount: money(payableAmount) }),
      })}
      send={charge}
      sending={sending}
    />
  );
}
