// Menu with the actions on one booking of a list; a disabled action shows its reason.
import type { Usertype } from '@kerb/domain/identity';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../lib/use-settings.ts';
import { RowMenu } from '../../ui/row-menu.tsx';
import { actionIcons } from './action-icons.tsx';
import { type ActionBooking, type ActionState, actionsFor, type ConsoleAction } from './action-rules.ts';

interface ActionMenuProps {
  readonly booking: ActionBooking;
  readonly usertype: Usertype;
  readonly onAction: (action: ConsoleAction, booking: ActionBooking) => void;
}

export function ActionMenu({ booking, usertype, onAction }: ActionMenuProps) {
  const { t } = useTranslation();
  const actions = useActions(booking, usertype);
  if (actions.length === 0) return null;
  return (
    <RowMenu
      label={t('booking_actions_of', { reference: booking.reference })}
      items={(close) =>
        actions.map((state) => (
          <ActionItem
            key={state.action}
            {...state}
            onChoose={() => {
              close();
              onAction(state.action, booking);
            }}
          />
        ))
      }
    />
  );
}

export function useActions(booking: ActionBooking, usertype: Usertype): readonly ActionState[] {
  const autoDispatch = useSettings()?.autoDispatch ?? true;
  return actionsFor(booking, usertype, { autoDispatch });
}

interface ActionItemProps extends ActionState {
  readonly onChoose: () => void;
}

/** Must be a direct child of a menu. */
export function ActionItem({ action, disabledReason, onChoose, ...item }: ActionItemProps) {
  const { t } = useTranslation();
  return (
    <MenuItem
      {...item}
      disabled={disabledReason !== null}
      onClick={onChoose}
      sx={{ alignItems: 'flex-start', '&.Mui-disabled': { opacity: 1, color: 'text.secondary' } }}
    >
      <ListItemIcon sx={{ color: 'inherit', pt: 0.25 }}>{actionIcons[action]}</ListItemIcon>
      <ListItemText
        primary={t(`booking_action_${action}`)}
        secondary={disabledReason && t(`booking_why_${disabledReason}`)}
        slotProps={{ secondary: { sx: { whiteSpace: 'normal' } } }}
      />
    </MenuItem>
  );
}
