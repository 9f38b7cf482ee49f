// Dialog that shows a new API key once, with a copy button, until the admin confirms that it is stored.
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Closed only by its button: closing it by a click on the backdrop would lose the key. */
export function NewKeyDialog({ value, onStored }: { value: string; onStored: () => void }) {
  const { t } = useTranslation();
  const titleId = useId();
  const [said, setSaid] = useState<'opendata_key_copied' | 'opendata_key_copy_failed' | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setSaid('opendata_key_copied');
    } catch {
      setSaid('opendata_key_copy_failed');
    }
  };
  return (
    <Dialog open aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId} variant="h4">
        {t('opendata_new_key')}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Alert severity="warning">{t('opendata_key_once')}</Alert>
        <TextField
          label={t('opendata_key')}
          value={value}
          fullWidth
          multiline
          slotProps={{ htmlInput: { readOnly: true, dir: 'ltr', style: { fontFamily: 'monospace' } } }}
        />
        <Box sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
          <Button variant="outlined" color="inherit" onClick={() => void copy()} sx={{ minHeight: 44 }}>
            {t('opendata_key_copy')}
          </Button>
          <Typography role="status" variant="body2" color="text.secondary">
            {said && t(said)}
          </Typography>
        </Box>
      </DialogContent>
      <DialogActions sx={{ p: 2 }}>
        <Button variant="contained" onClick={onStored}>
          {t('opendata_key_stored')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
