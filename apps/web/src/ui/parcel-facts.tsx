// Details of a delivery for sender and driver: parcel and option, the notes for pickup and drop, and optional content.

import type { BookingView } from '@kerb/contract';
import { textIn } from '@kerb/domain/kernel';
import Inventory2Outlined from '@mui/icons-material/Inventory2Outlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useLanguage } from '../lib/i18n/use-language.ts';

interface ParcelFactsProps {
  readonly booking: BookingView;
  /** Title of the section; also the fallback for a missing parcel type. */
  readonly title: string;
  /** Content below the option. */
  readonly details?: ReactNode;
  /** Content between the parcel and the notes. */
  readonly recipient?: ReactNode;
  readonly notes: readonly { readonly label: string; readonly text: string | null }[];
  readonly children?: ReactNode;
}

export function ParcelFacts({ booking, title, details, recipient, notes, children }: ParcelFactsProps) {
  const { parcelTypeSelected: parcel, optionSelected: option } = booking;
  const { locale } = useLanguage();
  return (
    <Box
      component="section"
      aria-label={title}
      sx={{ display: 'grid', gap: 1.5, p: 2, borderRadius: '16px', bgcolor: 'background.subtle' }}
    >
      <Box sx={{ display: 'flex', gap: 1.5 }}>
        <Inventory2Outlined aria-hidden sx={{ color: 'text.secondary' }} />
        <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Typography sx={{ fontWeight: 620 }}>
            {parcel ? textIn(parcel, 'description', locale) : title}
          </Typography>
          {option && (
            <Typography variant="body2" color="text.secondary">
              {textIn(option, 'description', locale)}
            </Typography>
          )}
          {details}
        </Box>
      </Box>
      {recipient}
      {notes.map(
        ({ label, text }) =>
          text && (
            <Box key={label} sx={{ overflowWrap: 'anywhere' }}>
              <Typography variant="body2" color="text.secondary">
                {label}
              </Typography>
              <Typography sx={{ whiteSpace: 'pre-line' }}>{text}</Typography>
            </Box>
          ),
      )}
      {children}
    </Box>
  );
}

/** Phone numbers are written from left to right in every language. */
export function ParcelPhone({ phone }: { phone: string }) {
  return (
    <Typography variant="body2" color="text.secondary">
      <bdi dir="ltr" className="tabular">
        {phone}
      </bdi>
    </Typography>
  );
}
