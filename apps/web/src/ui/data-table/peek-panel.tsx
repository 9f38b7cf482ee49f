// Panel with the details of one row beside the table, which stays usable; Escape and Back close the panel.
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import OpenInFullOutlined from '@mui/icons-material/OpenInFullOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isOverlaid } from '../../lib/shortcuts/shortcuts.ts';
import { useLayer } from '../layers.ts';
import { Link } from '../link.tsx';

/** Width of the panel, in px. */
export const peekPx = 440;

interface PeekPanelProps {
  /** Name of the row. */
  readonly label: string;
  /** Address of the row's page. */
  readonly link: string | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function PeekPanel({ label, link, onClose, children }: PeekPanelProps) {
  const { t } = useTranslation();
  useLayer(onClose);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isOverlaid()) onClose();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onClose]);
  return (
    <Drawer
      open
      variant="persistent"
      // The theme mirrors it to the left in right-to-left languages.
      anchor="right"
      slotProps={{
        paper: {
          component: 'aside',
          'aria-label': label,
          sx: {
            width: `min(${peekPx}px, 100vw)`,
            // Below the header, so that its buttons stay usable.
            top: { xs: 0, sm: 64 },
            height: { xs: '100%', sm: 'calc(100% - 64px)' },
            boxShadow: 8,
            bgcolor: 'background.default',
            zIndex: 'modal',
          },
        },
      }}
    >
      <Box
        sx={{
          position: 'sticky',
          top: 0,
          zIndex: 1,
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          px: 2,
          py: 1,
          bgcolor: 'background.default',
          borderBottom: '1px solid',
          borderColor: 'divider',
        }}
      >
        <Box sx={{ flex: 1 }}>
          {link !== undefined && (
            <Button component={Link} to={link} size="small" startIcon={<OpenInFullOutlined />}>
              {t('table_open_page')}
            </Button>
          )}
        </Box>
        <IconButton aria-label={t('close')} onClick={onClose}>
          <CloseOutlined />
        </IconButton>
      </Box>
      <Box
        sx={{ p: 2, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', alignContent: 'start' }}
      >
        {children}
      </Box>
    </Drawer>
  );
}
