// The proof photo a delivery waits for: taken with the phone's camera, kept and sent, seen, taken again if need be.
import type { BookingView } from '@kerb/contract';
import type { ProofPhotoName } from '@kerb/domain/booking';
import PhotoCameraOutlined from '@mui/icons-material/PhotoCameraOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { type ChangeEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeptStep } from '../../lib/trip-queue/kept-step.ts';
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

/** The photo of this name that is kept here, the newest one. */
export function keptPhoto({ waiting, fresh, refused }: StepsOfTrip, name: ProofPhotoName): KeptStep | null {
  const kept = [refused, fresh, ...waiting.toReversed()];
  return kept.find((step) => step?.kind === name) ?? null;
}

export function PhotoStep({ booking, name, steps, onTake }: PhotoStepProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const input = useRef<HTMLInputElement>(null);
  const kept = keptPhoto(steps, name);
  const photo = useSendPhoto(name, kept, onTake);
  const isSending = photo.busy || (kept !== null && kept === steps.fresh);
  const isWaiting = kept !== null && steps.waiting.includes(kept);
  const shown = photo.preview ?? booking[name];
  const isKept = booking[name] !== null && kept === null && photo.problem === null;
  const about = () => {
    if (isSending) return t('photo_sending');
    if (isWaiting) return t('photo_waiting');
    return isKept ? t('photo_kept') : t(`photo_${name}_needed`);
  };
  const onFile = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // The same file may be chosen again after it failed.
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
            ...{ width: '100%', aspectRatio: '16 / 10', objectFit: 'cover', borderRadius: '12px' },
            ...{ bgcolor: 'background.default', opacity: isSending ? 0.6 : 1 },
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
