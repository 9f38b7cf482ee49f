// The next step of a trip as a slider to confirm: arrived, start (with the trip code), reached, cash collected.
import type { BookingView, PositionInput } from '@kerb/contract';
import { distanceKm, type LatLng, OUTDATED_AFTER_MS } from '@kerb/domain/geo';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StepsOfTrip } from '../../lib/trip-queue/use-trip-queue.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useShortDistance } from '../../lib/use-short-distance.ts';
import { ConfirmDialogView } from '../../ui/confirm-dialog-view.tsx';
import { SlideToConfirm } from '../../ui/slide-to-confirm.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import { TripOtpDialog } from './trip-otp-dialog.tsx';
import type { TakeStep } from './use-take-step.ts';
import { isOtpRefusal } from './waiting-note.tsx';

interface TripStepProps {
  readonly booking: BookingView;
  readonly position: PositionInput | null;
  /** Remaining distance by road in km; null while the route is not known. */
  readonly leftKm: number | null;
  readonly steps: StepsOfTrip;
  readonly onTake: TakeStep['take'];
  readonly locating: TakeStep['locating'];
}

export function TripStep({ booking, position, leftKm, steps, onTake, locating }: TripStepProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const [isCodeOpen, setCodeOpen] = useState(false);
  const { refused, fresh } = steps;
  const asksAgain = refused !== null && isOtpRefusal(refused);
  // Opens the dialog again after the server has rejected the code.
  useEffect(() => {
    if (asksAgain) setCodeOpen(true);
  }, [asksAgain]);
  const step = stepOf(booking);
  /** Distance to the drop when the driver wanted to end the trip far from it; null without the question. */
  const [askedKm, setAskedKm] = useState<number | null>(null);
  if (step === null) return null;
  /** By road like the headline, so that the screen does not state two distances. */
  const byRoad = (km: number | null) => (km === null ? null : Math.max(km, leftKm ?? 0));
  const isUnderway = locating === step || (fresh !== null && fresh.kind === step);
  const confirm = () => {
    const kmToDrop = step === 'reach' ? byRoad(farKmToDrop(booking, position)) : null;
    if (step === 'start' && booking.otp_required) setCodeOpen(true);
    else if (kmToDrop !== null) setAskedKm(kmToDrop);
    else void onTake(step);
  };
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {step === 'arrive' && <FarNote km={byRoad(farKm(position, booking.pickup, FAR_FROM_PICKUP_KM))} />}
      <SlideToConfirm
        text={t(`step_${step}`, { amount: money(booking.payableAmount) })}
        busy={isUnderway}
        // A rejected step must be corrected before the next one.
        disabled={refused !== null && !asksAgain}
        onConfirm={confirm}
      />
      <TripOtpDialog
        open={isCodeOpen && booking.status === 'ARRIVED'}
        busy={isUnderway}
        refusal={asksAgain ? refused.refusal : null}
        onConfirm={(otp) => onTake('start', { otp })}
        onClose={() => setCodeOpen(false)}
      />
      <EndFarAway
        km={step === 'reach' ? askedKm : null}
        onEnd={() => {
          setAskedKm(null);
          void onTake('reach');
        }}
        onClose={() => setAskedKm(null)}
      />
    </Box>
  );
}

const steps = ['arrive', 'start', 'reach', 'collect'] as const;

function stepOf({ actions }: BookingView): (typeof steps)[number] | null {
  return steps.find((step) => actions.includes(step)) ?? null;
}

/** Distances from which the driver is warned before the step; confirming from farther away is allowed. */
const FAR_FROM_PICKUP_KM = 0.25;
const FAR_FROM_DROP_KM = 0.5;

/** Straight distance from the position to the place in km if it is longer than `limit`; otherwise null. */
function farKm(position: LatLng | null, place: LatLng, limit: number): number | null {
  const km = position === null ? 0 : distanceKm(position, place);
  return km > limit ? km : null;
}

/** Null beside the drop, and where the position is unknown or old. */
function farKmToDrop({ drop }: BookingView, position: PositionInput | null): number | null {
  const isOld = position !== null && Date.now() - position.at > OUTDATED_AFTER_MS;
  return isOld ? null : farKm(position, drop, FAR_FROM_DROP_KM);
}

/** `km`: distance to the pickup; null when it is near. */
function FarNote({ km }: { km: number | null }) {
  const { t } = useTranslation();
  const shortDistance = useShortDistance();
  if (km === null) return null;
  return (
    <Typography variant="body2" color="text.secondary" sx={{ textAlign: 'center' }}>
      {t('far_from_pickup', { distance: shortDistance(km) })}
    </Typography>
  );
}

interface EndFarAwayProps {
  /** Distance to the drop; null closes the dialog. */
  readonly km: number | null;
  readonly onEnd: () => void;
  readonly onClose: () => void;
}

/** Asks before a trip ends far from its drop, because the end cannot be undone. */
function EndFarAway({ km, onEnd, onClose }: EndFarAwayProps) {
  const { t } = useTranslation();
  const shortDistance = useShortDistance();
  const shownKm = useLastShown(km);
  return (
    // Imported eagerly: when the dialog opens, there may be no network to load it.
    <ConfirmDialogView
      open={km !== null}
      title={t('end_far_title')}
      confirmText={t('end_far_confirm')}
      cancelText={t('end_far_drive_on')}
      onConfirm={onEnd}
      onClose={onClose}
    >
      {shownKm !== null && t('far_from_drop', { distance: shortDistance(shownKm) })}
    </ConfirmDialogView>
  );
}
