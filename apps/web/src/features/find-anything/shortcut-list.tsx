// The list of keyboard shortcuts.
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type Shortcut, shortcutKeys } from '../../lib/shortcuts/shortcuts.ts';

export interface ShortcutListProps {
  readonly open: boolean;
  readonly shortcuts: readonly Shortcut[];
  readonly hasSingleKeys: boolean;
  readonly onSingleKeys: (on: boolean) => void;
  readonly onClose: () => void;
}

export function ShortcutList(props: ShortcutListProps) {
  const { open, shortcuts, hasSingleKeys, onSingleKeys, onClose } = props;
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId} variant="h4">
        {t('shortcuts')}
      </DialogTitle>
      <DialogContent>
        <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1.5 }}>
          {shortcuts.map((shortcut) => (
            <Box key={shortcut} sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
              <Box component="dt">{t(`shortcut_${shortcut}`)}</Box>
              <Box component="dd" dir="ltr" sx={{ m: 0, display: 'flex', gap: 1 }}>
                {shortcutKeys[shortcut].map((keys) => (
                  <Box key={keys} component="kbd" sx={keyStyle}>
                    {keys}
                  </Box>
                ))}
              </Box>
            </Box>
          ))}
        </Box>
        <FormControlLabel
          sx={{ mt: 2 }}
          control={<Switch checked={hasSingleKeys} onChange={(_, on) => onSingleKeys(on)} />}
          label={t('shortcuts_single')}
        />
      </DialogContent>
      <DialogActions sx={{ p: 2 }}>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

const keyStyle = {
  px: 1,
  borderRadius: '6px',
  border: '1px solid',
  borderColor: 'divider',
  bgcolor: 'background.subtle',
  font: 'inherit',
  fontSize: '0.8125rem',
  whiteSpace: 'nowrap',
} as const;
