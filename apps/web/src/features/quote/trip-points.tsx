// Where the trip begins, stops and ends: fields that can be added, removed, moved and swapped.

import type { BookingField } from '@kerb/domain/booking';
import type { LatLng } from '@kerb/domain/geo';
import AddOutlined from '@mui/icons-material/AddOutlined';
import SwapVertOutlined from '@mui/icons-material/SwapVertOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '../../lib/i18n/index.ts';
import { PlaceField } from '../../ui/place-field.tsx';
import type { SavedPlace } from '../../ui/place-field-props.ts';
import { Placeholder } from '../../ui/placeholder.tsx';
import { maxStops, type PlaceKey, type TripDraft } from './use-trip-draft.ts';

// Most trips have no stops.
const StopList = lazy(async () => {
  const [{ StopList }] = await Promise.all([import('./stop-list.tsx'), loadTexts('quote')]);
  return { default: StopList };
});

interface TripPointsProps {
  readonly draft: TripDraft;
  readonly near: LatLng | null;
  readonly saved: readonly SavedPlace[];
  readonly onForget?: ((id: string) => void) | undefined;
  /** Offers to choose a place on the map. */
  readonly onPickOnMap?: ((place: PlaceKey) => void) | undefined;
  /** What to say beside a field; null where it is right. */
  readonly issueOf: (field: BookingField) => string | null;
}

const dot = {
  width: 10,
  height: 10,
  flexShrink: 0,
  border: '3px solid',
  borderColor: 'text.primary',
} as const;

export function TripPoints({ draft, near, saved, onForget, onPickOnMap, issueOf }: TripPointsProps) {
  const { pickup, drop, stops } = draft;
  const { t } = useTranslation();
  const addButton = useRef<HTMLButtonElement>(null);
  const common = { near: pickup ?? near, saved, onForget };
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      <PlaceField
        {...common}
        label={t('marker_pickup')}
        placeholder={t('pickup_placeholder')}
        value={pickup}
        onChange={draft.setPickup}
        near={near}
        offerLocation
        onPickOnMap={onPickOnMap && (() => onPickOnMap('pickup'))}
        issue={issueOf('pickup')}
        marker={<Box aria-hidden="true" sx={{ ...dot, borderRadius: '50%' }} />}
      />
      {stops.length > 0 && (
        <Suspense fallback={<Placeholder height={60 * stops.length - 8} />}>
          <StopList
            draft={draft}
            common={common}
            onPickOnMap={onPickOnMap}
            issue={issueOf('waypoints')}
            addButton={addButton}
          />
        </Suspense>
      )}
      <PlaceField
        {...common}
        label={t('marker_drop')}
        placeholder={t('drop_placeholder')}
        value={drop}
        onChange={draft.setDrop}
        onPickOnMap={onPickOnMap && (() => onPickOnMap('drop'))}
        issue={issueOf('drop')}
        marker={<Box aria-hidden="true" sx={dot} />}
      />
      <Box sx={{ display: 'flex', justifyContent: 'space-between' }}>
        <Button
          ref={addButton}
          sx={{ minHeight: 44 }}
          startIcon={<AddOutlined />}
          onClick={draft.addStop}
          disabled={stops.length >= maxStops}
        >
          {t('add_stop')}
        </Button>
        {(pickup !== null || drop !== null) && (
          <Button sx={{ minHeight: 44 }} startIcon={<SwapVertOutlined />} onClick={draft.swap}>
            {t('swap_points')}
          </Button>
        )}
      </Box>
    </Box>
  );
}
