// Button that opens the menu of one row of a list.
import MoreVertOutlined from '@mui/icons-material/MoreVertOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import { type ReactNode, type SyntheticEvent, useId, useState } from 'react';

interface RowMenuProps {
  /** Accessible name of the button, with the name of the row. */
  readonly label: string;
  /** Renders the menu items; each must call `close` when it is chosen. */
  readonly items: (close: () => void) => ReactNode;
}

/** Stops events of the menu from reaching the row, which opens on clicks and keys. */
const stopPropagation = (event: SyntheticEvent) => event.stopPropagation();

export function RowMenu({ label, items }: RowMenuProps) {
  const menuId = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <Box
      component="span"
      onClick={stopPropagation}
      onKeyDown={stopPropagation}
      sx={{ position: 'relative', zIndex: 1 }}
    >
      <IconButton
        aria-label={label}
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
        onClose={close}
        // Disabled items stay focusable, so that screen readers can read them with the reason.
        slotProps={{ list: { disabledItemsFocusable: true }, paper: { sx: { maxWidth: 360 } } }}
      >
        {items(close)}
      </Menu>
    </Box>
  );
}
