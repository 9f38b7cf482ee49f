// Cards of a rider's own rides, with the actions book again, receipt, lost item, help, pay and cancel.
import type { BookingSummary, Me, TripReport } from '@kerb/contract';
import { mayReport } from '@kerb/domain/safety';
import HelpOutlineOutlined from '@mui/icons-material/HelpOutlineOutlined';
import ReplayOutlined from '@mui/icons-material/ReplayOutlined';
import WorkOutlineOutlined from '@mui/icons-material/WorkOutlineOutlined';
import Button from '@mui/material/Button';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionItem, useActions } from '../../features/booking-actions/action-menu.tsx';
import type { ConsoleAction } from '../../features/booking-actions/action-rules.ts';
import { useBookingActions } from '../../features/booking-actions/use-booking-actions.tsx';
import { BookingList } from '../../features/booking-list/booking-list.tsx';
import { RideCard } from '../../features/booking-list/ride-card.tsx';
import { PaymentDialog } from '../../features/payment/payment-dialog.tsx';
import { useRebook } from '../../features/quote/use-rebook.ts';
import { DownloadReceipt } from '../../features/receipt/download-receipt.tsx';
import { hasReceipt } from '../../features/receipt/has-receipt.ts';
import { ReportDialog } from '../../features/safety/report-dialog.tsx';
import { paths } from '../../lib/paths.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { DoneNotice } from '../../ui/done-notice.tsx';
import { Link } from '../../ui/link.tsx';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';

interface Reported {
  readonly booking: BookingSummary;
  readonly about: TripReport['about'];
}

export function OwnRides({ rider, empty }: { rider: Me; empty: ReactNode }) {
  const errorText = useErrorText();
  const [alert, setAlert] = useState<string | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const [reported, setReported] = useState<Reported | null>(null);
  const onProblem = (problem: unknown) => setAlert(errorText(problem));
  const { busy, rebook } = useRebook(onProblem);
  const actions = useBookingActions({
    usertype: 'rider',
    renderPayment: (payment) => <PaymentDialog {...payment} />,
  });
  return (
    <>
      <BookingList
        viewer={rider}
        empty={empty}
        renderCard={(booking) => (
          <RideCard
            booking={booking}
            actions={
              <CardActions
                booking={booking}
                isRebooking={busy === booking.id}
                onRebook={() => rebook(booking.id)}
                onReport={(about) => setReported({ booking, about })}
                onAction={actions.start}
                onProblem={onProblem}
              />
            }
          />
        )}
      />
      {actions.dialogs}
      {reported && <ReportDialog {...reported} onSent={setDone} onClose={() => setReported(null)} />}
      <DoneNotice text={done} onClose={() => setDone(null)} />
      <AlertDialog message={alert} onClose={() => setAlert(null)} />
    </>
  );
}

interface CardActionsProps {
  readonly booking: BookingSummary;
  readonly isRebooking: boolean;
  readonly onRebook: () => void;
  readonly onReport: (about: TripReport['about']) => void;
  readonly onAction: (action: ConsoleAction, booking: BookingSummary) => void;
  readonly onProblem: (problem: unknown) => void;
}

const isOver = ({ status }: BookingSummary) =>
  status === 'PAID' || status === 'COMPLETE' || status === 'CANCELLED';

const isPaymentDue = ({ status }: BookingSummary) => status === 'PAYMENT_PENDING' || status === 'PENDING';

function CardActions(props: CardActionsProps) {
  const { booking, isRebooking, onRebook, onReport, onAction, onProblem } = props;
  const { t } = useTranslation();
  const actions = useActions(booking, 'rider');
  // A finished or cancelled ride can be neither paid nor cancelled.
  const open = isOver(booking) ? [] : actions;
  const lost = mayReport('lost_item', booking, Date.now());
  const report = (about: TripReport['about'], icon: ReactNode, close: () => void) => (
    <MenuItem
      key={about}
      onClick={() => {
        close();
        onReport(about);
      }}
    >
      <ListItemIcon sx={{ color: 'inherit' }}>{icon}</ListItemIcon>
      <ListItemText primary={t(`report_${about}`)} />
    </MenuItem>
  );
  return (
    <>
      {isOver(booking) ? (
        <LoadingButton
          variant="contained"
          startIcon={<ReplayOutlined />}
          loading={isRebooking}
          loadingPosition="start"
          onClick={onRebook}
        >
          {t('rebook')}
        </LoadingButton>
      ) : (
        <Button component={Link} to={paths.trip(booking.id)} variant="contained">
          {t(isPaymentDue(booking) ? 'booking_action_pay' : 'ride_follow')}
        </Button>
      )}
      {hasReceipt(booking) && (
        <DownloadReceipt booking={booking.id} text={t('receipt')} onProblem={onProblem} />
      )}
      <span style={{ flex: 1 }} />
      <RowMenu
        label={t('booking_actions_of', { reference: booking.reference })}
        items={(close) => [
          lost && report('lost_item', <WorkOutlineOutlined />, close),
          report('help', <HelpOutlineOutlined />, close),
          ...open.map((state) => (
            <ActionItem
              key={state.action}
              {...state}
              onChoose={() => {
                close();
                onAction(state.action, booking);
              }}
            />
          )),
        ]}
      />
    </>
  );
}
