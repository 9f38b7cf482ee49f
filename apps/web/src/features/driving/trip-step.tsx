// The one next step of a trip, pulled to confirm: arrived, start (with the trip code), reached, cash collected.
import type { BookingView } from '@kerb/contract';
import { distanceKm, type LatLng } from '@kerb/domain/geo';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useFormat } from '../../lib/use-settings.ts';
import { SlideToConfirm } from '../../ui/slide-to-confirm.tsx';
import { TripOtpDialog } from './trip-otp-dialog.tsx';
import { useTurnDistance } from './turn-banner.tsx';

/** Runs a step, one at a time, and keeps what it was refused for. */
export interface StepAction {
  readonly busy: boolean;
  readonly problem: unknown;
  readonly clear: () => void;
  readonly run: (call: () => Promise<BookingView>) => Promise<boolean>;
}

interface TripStepProps {
  readonly booking: BookingView;
  readonly position: LatLng | null;
  readonly action: StepAction;
}

export function TripStep({ booking, position, action }: TripStepProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const errorText = useErrorText();
  const [asking, setAsking] = useState(false);
  const step = stepOf(booking);
  if (step === null) return null;

  const params = { id: booking.id };
  const place = position
    ? { location: { lat: position.lat, lng: position.lng }, at: Date.now() }
    : { at: Date.now() };
  const start = (otp?: string) =>
    action.run(() => client.startBooking({ params, body: { ...place, ...(otp ? { otp } : {}) } }));
  const confirm = () => {
    switch (step) {
      case 'arrive':
        return void action.run(() => client.arriveBooking({ params, body: place }));
      case 'start':
        return booking.otp_required ? setAsking(true) : void start();
      case 'reach':
        return void action.run(() => client.reachBooking({ params, body: place }));
      case 'collect':
        return void action.run(() => client.collectBooking({ params, body: {} }));
    }
  };
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <FarNote booking={booking} position={position} />
      <SlideToConfirm
        key={step}
        text={t(`step_${step}`, { amount: money(booking.payableAmount) })}
        busy={action.busy}
        onConfirm={confirm}
      />
      {action.problem !== null && !asking && (
        <Typography role="alert" color="error">
          {errorText(action.problem)}
        </Typography>
      )}
      <TripOtpDialog
        open={asking && booking.status === 'ARRIVED'}
        action={action}
        onConfirm={async (otp) => {
          if (await start(otp)) setAsking(false);
        }}
        onClose={() => {
          action.clear();
          setAsking(false);
        }}
      />
    </Box>
  );
}

const steps = ['arrive', 'start', 'reach', 'collect'] as const;

function stepOf({ actions }: BookingView): (typeof steps)[number] | null {
  return steps.find((step) => actions.includes(step)) ?? null;
}

/** Confirming from this far away is allowed, and worth a second thought. */
const farKm = 0.25;

function FarNote({ booking, position }: { booking: BookingView; position: LatLng | null }) {
  const { t } = useTranslation();
  const turnDistance = useTurnDistance();
  if (position === null) return null;
  const km = booking.status === 'ACCEPTED' ? distanceKm(position, booking.pickup) : null;
  if (km === null || km <= farKm) return null;
  return (
    <Typography variant="body2" color="text.secondary" sx={{ textAlign: 'center' }}>
      {t('far_from_pickup', { distance: turnDistance(km) })}
    </Typography>
  );
}
