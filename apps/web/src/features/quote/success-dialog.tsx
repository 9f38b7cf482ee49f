// Dialog after a successful booking: reference, pickup time of a later trip, and the link to track the trip.
import type { BookingResult } from '@kerb/contract';
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { PrimaryAction } from '../../ui/primary-action.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';

interface SuccessDialogProps {
  /** Null closes the dialog. */
  readonly booked: BookingResult | null;
  /** Pickup time, ms since the epoch; null for now. */
  readonly tripdate: number | null;
  readonly delivery: boolean;
  /** True when a dispatcher booked for a rider. */
  readonly forOther: boolean;
  /** Rendered below the reference. */
  readonly more?: ReactNode;
  /** True while more parts are being booked: the dialog stays open, so that failures are seen. */
  readonly busy: boolean;
  readonly onTrack: (booked: BookingResult) => void;
  /** Called to close: shows the bookings, or in the console a new booking form. */
  readonly onClose: () => void;
}

export function SuccessDialog(props: SuccessDialogProps) {
  const { booked, tripdate, forOther, busy, onTrack, onClose } = props;
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const titleId = useId();
  const close = useRef<HTMLButtonElement>(null);
  // True after the opening transition: the previous dialog has restored its focus by then.
  const [isEntered, setEntered] = useState(false);
  const isNextReady = forOther && isEntered && !busy;
  // Focus the button, so that a dispatcher can continue with Enter.
  useEffect(() => {
    if (isNextReady) close.current?.focus();
  }, [isNextReady]);
  const shown = useLastShown(booked);
  const when = useLastShown(booked === null ? null : tripdate);
  return (
    <Dialog
      open={booked !== null}
      onClose={busy ? undefined : onClose}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="xs"
      slotProps={{ transition: { onEntered: () => setEntered(true), onExited: () => setEntered(false) } }}
    >
      <DialogTitle id={titleId} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <CheckCircleOutlined aria-hidden="true" sx={{ color: 'success.main' }} />
        {t('booking_success_title')}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5 }}>
        {when !== null && <Typography>{t('booked_for_later', { when: dateTime(when) })}</Typography>}
        <Typography>{t('booking_success')}</Typography>
        <Box
          data-testid="booking-reference"
          className="tabular"
          sx={{
            bgcolor: 'background.subtle',
            borderRadius: '14px',
            textAlign: 'center',
            py: 2,
            fontSize: '1.75rem',
            fontWeight: 700,
            letterSpacing: '0.18em',
          }}
        >
          <bdi dir="ltr">{shown?.reference}</bdi>
        </Box>
        {props.more}
      </DialogContent>
      <DialogActions sx={{ p: 2, gap: 1 }}>
        <Button ref={close} onClick={onClose} disabled={busy} sx={{ flexShrink: 0 }}>
          {t('close')}
        </Button>
        <PrimaryAction onClick={() => booked && onTrack(booked)} disabled={busy}>
          {t(textOf(props, when))}
        </PrimaryAction>
      </DialogActions>
    </Dialog>
  );
}

function textOf({ forOther, delivery }: SuccessDialogProps, when: number | null) {
  if (forOther) return 'booked_open';
  if (delivery) return 'track_delivery';
  return when === null ? 'track_ride' : 'track_later';
}
