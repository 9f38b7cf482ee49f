// The actions on one booking of a list behind one button; what cannot be done now says why.
import type { Usertype } from '@kerb/domain/identity';
import MoreVertOutlined from '@mui/icons-material/MoreVertOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { type SyntheticEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../lib/use-settings.ts';
import { actionIcons } from './action-icons.tsx';
import { type ActedOn, actionsFor, type ConsoleAction } from './action-rules.ts';

interface ActionMenuProps {
  readonly booking: ActedOn;
  readonly usertype: Usertype;
  readonly onAction: (action: ConsoleAction, booking: ActedOn) => void;
}

/** The row around it is opened by click and by key: what is meant for the menu stays in it. */
const stay = (event: SyntheticEvent) => event.stopPropagation();

export function ActionMenu({ booking, usertype, onAction }: ActionMenuProps) {
  const { t } = useTranslation();
  const menuId = useId();
  const autoDispatch = useSettings()?.autoDispatch ?? true;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const actions = actionsFor(booking, usertype, { autoDispatch });
  if (actions.length === 0) return null;
  const choose = (action: ConsoleAction) => {
    setAnchor(null);
    onAction(action, booking);
  };
  return (
    <Box component="span" onClick={stay} onKeyDown={stay} sx={{ position: 'relative', zIndex: 1 }}>
      <IconButton
        aria-label={t('booking_actions_of', { reference: booking.reference })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor === null ? undefined : menuId}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreVertOutlined />
      </IconButton>
      <Menu
        id={menuId}
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        // What is not to be had now is still read out, with its reason.
        slotProps={{ list: { disabledItemsFocusable: true }, paper: { sx: { maxWidth: 360 } } }}
      >
        {actions.map(({ action, whyNot }) => (
          <MenuItem
            key={action}
            disabled={whyNot !== null}
            onClick={() => choose(action)}
            sx={{ alignItems: 'flex-start', '&.Mui-disabled': { opacity: 1, color: 'text.secondary' } }}
          >
            <ListItemIcon sx={{ color: 'inherit', pt: 0.25 }}>{actionIcons[action]}</ListItemIcon>
            <ListItemText
              primary={t(`booking_action_${action}`)}
              secondary={whyNot && t(`booking_why_${whyNot}`)}
              slotProps={{ secondary: { sx: { whiteSpace: 'normal' } } }}
            />
          </MenuItem>
        ))}
      </Menu>
    </Box>
  );
}
