// The menu of one row of a list, behind one button.
import MoreVertOutlined from '@mui/icons-material/MoreVertOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import { type ReactNode, type SyntheticEvent, useId, useState } from 'react';

interface RowMenuProps {
  /** What the button is called: whose menu it opens. */
  readonly label: string;
  /** The menu's items; each closes it when it is chosen. */
  readonly items: (close: () => void) => ReactNode;
}

/** The row around it is opened by click and by key: what is meant for the menu stays in it. */
const stay = (event: SyntheticEvent) => event.stopPropagation();

export function RowMenu({ label, items }: RowMenuProps) {
  const menuId = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <Box component="span" onClick={stay} onKeyDown={stay} sx={{ position: 'relative', zIndex: 1 }}>
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
        // What is not to be had now is still read out, with its reason.
        slotProps={{ list: { disabledItemsFocusable: true }, paper: { sx: { maxWidth: 360 } } }}
      >
        {items(close)}
      </Menu>
    </Box>
  );
}
