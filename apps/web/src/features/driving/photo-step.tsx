// Step for the proof photo that a delivery requires: taken with the camera, queued, sent, previewed, and retaken.
import type { BookingView } from '@kerb/contract';
import type { ProofPhotoName } from '@kerb/domain/booking';
import PhotoCameraOutlined from '@mui/icons-material/PhotoCameraOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { type ChangeEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueuedStep } from '../../lib/trip-queue/queued-step.ts';
import type { StepsOfTrip } from '../../lib/trip-queue/use-trip-queue.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useSendPhoto } from './use-send-photo.ts';
import type { TakeStep } from './use-take-step.ts';

interface PhotoStepProps {
  readonly booking: BookingView;
  readonly name: ProofPhotoName;
  readonly steps: StepsOfTrip;
  readonly onTake: TakeStep['take'];
}

/** The newest queued photo of this name. */
export function queuedPhoto(
  { waiting, fresh, refused }: StepsOfTrip,
  name: ProofPhotoName,
): QueuedStep | null {
  const queued = [refused, fresh, ...waiting.toReversed()];
  return queued.find((step) => step?.kind === name) ?? null;
}

export function PhotoStep({ booking, name, steps, onTake }: PhotoStepProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const input = useRef<HTMLInputElement>(null);
  const queued = queuedPhoto(steps, name);
  const photo = useSendPhoto(name, queued, onTake);
  const isSending = photo.busy || (queued !== null && queued === steps.fresh);
  const isWaiting = queued !== null && steps.waiting.includes(queued);
  const shown = photo.preview ?? booking[name];
  const isSent = booking[name] !== null && queued === null && photo.problem === null;
  const about = () => {
    if (isSending) return t('photo_sending');
    if (isWaiting) return t(steps.networkFailed ? 'photo_waiting' : 'photo_sending');
    return isSent ? t('photo_kept') : t(`photo_${name}_needed`);
  };
  const onFile = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // Reset the input, so that choosing the same file again after a failure fires a change event.
    event.target.value = '';
    if (file) photo.take(file);
  };
  return (
    <Box
      component="section"
      aria-labelledby={`photo-${name}`}
      sx={{ display: 'grid', gap: 1.5, p: 2, borderRadius: '16px', bgcolor: 'background.subtle' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
        <PhotoCameraOutlined aria-hidden sx={{ color: 'text.secondary' }} />
        <Box sx={{ minWidth: 0 }}>
          <Typography id={`photo-${name}`} sx={{ fontWeight: 620 }}>
            {t(`photo_${name}`)}
          </Typography>
          <Typography variant="body2" color="text.secondary" role="status">
            {about()}
          </Typography>
        </Box>
      </Box>
      {shown !== null && (
        <Box
          component="img"
          src={shown}
          alt={t(`photo_${name}`)}
          sx={{
            width: '100%',
            aspectRatio: '16 / 10',
            objectFit: 'cover',
            borderRadius: '12px',
            bgcolor: 'background.default',
            opacity: isSending ? 0.6 : 1,
          }}
        />
      )}
      {isSending && <LinearProgress aria-label={t('photo_sending')} />}
      {photo.problem !== null && (
        <Typography role="alert" color="error" variant="body2">
          {errorText(photo.problem)}
        </Typography>
      )}
      <Button
        variant={shown === null ? 'contained' : 'outlined'}
        color={shown === null ? 'primary' : 'inherit'}
        size="large"
        disabled={isSending}
        onClick={() => input.current?.click()}
      >
        {shown === null ? t('photo_take') : t('photo_again')}
      </Button>
      <input
        ref={input}
        type="file"
        name={name}
        accept="image/*"
        capture="environment"
        aria-label={t(`photo_${name}`)}
        hidden
        onChange={onFile}
      />
    </Box>
  );
}
