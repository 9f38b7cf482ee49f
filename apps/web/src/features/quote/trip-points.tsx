// Where the trip begins, stops and ends: fields that can be added, removed, moved and swapped.

import type { LatLng } from '@kerb/domain/geo';
import type { TripPoint } from '@kerb/sdk/store';
import AddOutlined from '@mui/icons-material/AddOutlined';
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import SwapVertOutlined from '@mui/icons-material/SwapVertOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useTranslation } from 'react-i18next';
import { PlaceField } from '../../ui/place-field.tsx';

/** A stop being typed has no point yet; the key keeps its field while others move. */
export interface StopDraft {
  readonly key: string;
  readonly point: TripPoint | null;
}

interface TripPointsProps {
  readonly pickup: TripPoint | null;
  readonly drop: TripPoint | null;
  readonly stops: readonly StopDraft[];
  readonly near: LatLng | null;
  readonly saved: readonly TripPoint[];
  readonly maxStops: number;
  readonly onPickup: (point: TripPoint | null) => void;
  readonly onDrop: (point: TripPoint | null) => void;
  readonly onStop: (key: string, point: TripPoint | null) => void;
  readonly onAddStop: () => void;
  readonly onRemoveStop: (key: string) => void;
  readonly onSwap: () => void;
}

const dot = {
  width: 10,
  height: 10,
  flexShrink: 0,
  border: '3px solid',
  borderColor: 'text.primary',
} as const;

export function TripPoints(props: TripPointsProps) {
  const { pickup, drop, stops, near, saved } = props;
  const { t } = useTranslation();
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      <PlaceField
        label={t('marker_pickup')}
        placeholder={t('pickup_placeholder')}
        value={pickup}
        onChange={props.onPickup}
        near={near}
        saved={saved}
        offerLocation
        marker={<Box aria-hidden="true" sx={{ ...dot, borderRadius: '50%' }} />}
      />
      {stops.map((stop, index) => (
        <Box
          key={stop.key}
          sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', gap: 0.5, alignItems: 'center' }}
        >
          <PlaceField
            label={t('marker_stop', { number: index + 1 })}
            value={stop.point}
            onChange={(point) => props.onStop(stop.key, point)}
            near={pickup ?? near}
            saved={saved}
            marker={<StopNumber number={index + 1} />}
          />
          <IconButton
            aria-label={t('remove_stop', { number: index + 1 })}
            onClick={() => props.onRemoveStop(stop.key)}
          >
            <CloseOutlined fontSize="small" />
          </IconButton>
        </Box>
      ))}
      <PlaceField
        label={t('marker_drop')}
        placeholder={t('drop_placeholder')}
        value={drop?.add === '' ? null : drop}
        onChange={props.onDrop}
        near={pickup ?? near}
        saved={saved}
        marker={<Box aria-hidden="true" sx={dot} />}
      />
      <Box sx={{ display: 'flex', justifyContent: 'space-between' }}>
        <Button
          sx={{ minHeight: 44 }}
          startIcon={<AddOutlined />}
          onClick={props.onAddStop}
          disabled={stops.length >= props.maxStops}
        >
          {t('add_stop')}
        </Button>
        {(pickup !== null || drop !== null) && (
          <Button sx={{ minHeight: 44 }} startIcon={<SwapVertOutlined />} onClick={props.onSwap}>
            {t('swap_points')}
          </Button>
        )}
      </Box>
    </Box>
  );
}

function StopNumber({ number }: { number: number }) {
  return (
    <Box
      aria-hidden="true"
      className="tabular"
      sx={{
        display: 'grid',
        placeItems: 'center',
        width: 18,
        height: 18,
        mx: '-4px',
        flexShrink: 0,
        borderRadius: '50%',
        bgcolor: 'primary.main',
        color: 'primary.contrastText',
        fontSize: '0.6875rem',
        fontWeight: 700,
      }}
    >
      {number}
    </Box>
  );
}
