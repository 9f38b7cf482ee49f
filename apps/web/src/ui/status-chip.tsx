// A booking's status in words and a quiet colour.

import type { BookingStatus } from '@kerb/domain/booking';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';

type Tone = 'waiting' | 'moving' | 'done' | 'due' | 'stopped';

const tones: Record<BookingStatus, Tone> = {
  PAYMENT_PENDING: 'due',
  NEW: 'waiting',
  ACCEPTED: 'moving',
  ARRIVED: 'moving',
  STARTED: 'moving',
  REACHED: 'moving',
  PENDING: 'due',
  PAID: 'done',
  COMPLETE: 'done',
  CANCELLED: 'stopped',
};

const colours: Record<Tone, string> = {
  waiting: 'text.secondary',
  moving: 'info.main',
  done: 'success.main',
  due: 'warning.main',
  stopped: 'error.main',
};

export function useStatusText(): (status: BookingStatus) => string {
  const { t } = useTranslation();
  return (status) => t(`status_${status}`);
}

export function StatusChip({ status }: { status: BookingStatus }) {
  const statusText = useStatusText();
  const colour = colours[tones[status]];
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.75,
        px: 1.25,
        height: 26,
        borderRadius: 13,
        bgcolor: 'background.subtle',
        color: colour,
        fontSize: '0.8125rem',
        fontWeight: 620,
        whiteSpace: 'nowrap',
      }}
    >
      <Box
        component="span"
        aria-hidden="true"
        sx={{ width: 7, height: 7, borderRadius: '50%', bgcolor: 'currentColor' }}
      />
      {statusText(status)}
    </Box>
  );
}
