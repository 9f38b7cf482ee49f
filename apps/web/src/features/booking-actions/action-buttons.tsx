// The actions on one booking as buttons, for the booking's page; a disabled action can be focused and shows its reason.
import type { Usertype } from '@kerb/domain/identity';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../lib/use-settings.ts';
import { actionIcons } from './action-icons.tsx';
import { type ActionBooking, type ActionState, actionsFor, type ConsoleAction } from './action-rules.ts';

interface ActionButtonsProps {
  readonly booking: ActionBooking;
  readonly usertype: Usertype;
  readonly onAction: (action: ConsoleAction, booking: ActionBooking) => void;
}

export function ActionButtons({ booking, usertype, onAction }: ActionButtonsProps) {
  const autoDispatch = useSettings()?.autoDispatch ?? true;
  const actions = actionsFor(booking, usertype, { autoDispatch });
  if (actions.length === 0) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {actions.map((state) => (
        <ActionButton key={state.action} state={state} onAction={() => onAction(state.action, booking)} />
      ))}
    </Box>
  );
}

function ActionButton({ state, onAction }: { state: ActionState; onAction: () => void }) {
  const { t } = useTranslation();
  const { action, disabledReason } = state;
  const button = (
    <Button
      variant="outlined"
      color={action === 'cancel' ? 'error' : 'primary'}
      startIcon={actionIcons[action]}
      aria-disabled={disabledReason !== null || undefined}
      onClick={disabledReason === null ? onAction : undefined}
      sx={{
        '&[aria-disabled]': {
          color: 'text.secondary',
          borderColor: 'divider',
          cursor: 'not-allowed',
          '&:hover': { bgcolor: 'transparent' },
        },
      }}
    >
      {t(`booking_action_${action}`)}
    </Button>
  );
  return disabledReason === null ? (
    button
  ) : (
    <Tooltip describeChild title={t(`booking_why_${disabledReason}`)}>
      {button}
    </Tooltip>
  );
}
