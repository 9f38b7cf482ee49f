// Chooses a place on the map and shows the address under the pin; loaded lazily.
import type { LatLng } from '@kerb/domain/geo';
import type { TripPoint } from '@kerb/sdk/store';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/use-error-text.ts';
import { darkModeOutline } from '../../ui/over-map.ts';
import { PrimaryAction } from '../../ui/primary-action.tsx';
import { placeAt } from './place-at.ts';
import type { PlaceKey } from './use-trip-draft.ts';

interface PickOnMapProps {
  readonly place: PlaceKey;
  /** Position of the pin. */
  readonly pin: LatLng;
  readonly onTake: (point: TripPoint) => void;
  readonly onCancel: () => void;
}

type Found = { readonly point: TripPoint | null; readonly problem: unknown };
const nothing: Found = { point: null, problem: null };
/** Debounce of the address lookup, ms, while the pin is moved with the keyboard. */
const pauseMs = 150;

function usePlaceAt({ lat, lng }: LatLng): Found {
  const [found, setFound] = useState(nothing);
  useEffect(() => {
    const controller = new AbortController();
    setFound(nothing);
    const timer = setTimeout(() => {
      placeAt({ lat, lng }, controller.signal).then(
        (point) => !controller.signal.aborted && setFound({ point, problem: null }),
        (problem: unknown) => !controller.signal.aborted && setFound({ point: null, problem }),
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [lat, lng]);
  return found;
}

function useTitle(place: PlaceKey): string {
  const { t } = useTranslation();
  return place === 'pickup' || place === 'drop' ? t(`pick_title_${place}`) : t('pick_title_stop');
}

export function PickOnMap({ place, pin, onTake, onCancel }: PickOnMapProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const titleId = useId();
  const title = useTitle(place);
  const { point, problem } = usePlaceAt(pin);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => card.current?.focus(), []);
  useEffect(() => {
    const leave = (event: KeyboardEvent) => event.key === 'Escape' && onCancel();
    document.addEventListener('keydown', leave);
    return () => document.removeEventListener('keydown', leave);
  }, [onCancel]);
  return (
    <Box
      ref={card}
      component="section"
      aria-labelledby={titleId}
      tabIndex={-1}
      sx={{
        position: 'absolute',
        zIndex: 2,
        insetInlineStart: { xs: 12, md: 'auto' },
        insetInlineEnd: { xs: 12, md: 24 },
        bottom: { xs: 32, md: 40 },
        width: { md: 380 },
        p: 2,
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 1.5,
        borderRadius: '20px',
        bgcolor: 'background.paper',
        color: 'text.primary',
        boxShadow: '0 12px 36px rgb(0 0 0 / 0.24)',
        ...darkModeOutline,
        outline: 'none',
      }}
    >
      <Box>
        <Typography id={titleId} variant="h5" component="h2">
          {title}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {t('pick_help')}
        </Typography>
      </Box>
      <Typography
        role="status"
        sx={{ minHeight: 48, fontWeight: 560, color: problem === null ? 'text.primary' : 'error.main' }}
      >
        {problem !== null ? errorText(problem) : point ? <bdi>{point.add}</bdi> : t('searching')}
      </Typography>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button onClick={onCancel} sx={{ flexShrink: 0 }}>
          {t('cancel')}
        </Button>
        <PrimaryAction disabled={!point} onClick={() => point && onTake(point)}>
          {t('pick_this')}
        </PrimaryAction>
      </Box>
    </Box>
  );
}
