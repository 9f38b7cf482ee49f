// The proof photo a delivery waits for: taken with the phone's camera, sent at once, seen, taken again if need be.
import type { BookingView } from '@kerb/contract';
import type { ProofPhotoName } from '@kerb/domain/booking';
import PhotoCameraOutlined from '@mui/icons-material/PhotoCameraOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { type ChangeEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useSendPhoto } from './use-send-photo.ts';

interface PhotoStepProps {
  readonly booking: BookingView;
  readonly name: ProofPhotoName;
  /** The booking with its new photo. */
  readonly onTaken: (booking: BookingView) => void;
}

export function PhotoStep({ booking, name, onTaken }: PhotoStepProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const input = useRef<HTMLInputElement>(null);
  const photo = useSendPhoto(booking.id, name, onTaken);
  const shown = photo.preview ?? booking[name];
  const isKept = booking[name] !== null && !photo.busy && photo.problem === null;
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
            {photo.busy ? t('photo_sending') : isKept ? t('photo_kept') : t(`photo_${name}_needed`)}
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
            ...{ bgcolor: 'background.default', opacity: photo.busy ? 0.6 : 1 },
          }}
        />
      )}
      {photo.busy && <LinearProgress aria-label={t('photo_sending')} />}
      {photo.problem !== null && (
        <Typography role="alert" color="error" variant="body2">
          {errorText(photo.problem)}
        </Typography>
      )}
      {photo.again !== null && (
        <Button variant="contained" size="large" onClick={photo.again} disabled={photo.busy}>
          {t('photo_send_again')}
        </Button>
      )}
      <Button
        variant={shown === null ? 'contained' : 'outlined'}
        color={shown === null ? 'primary' : 'inherit'}
        size="large"
        disabled={photo.busy}
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
