// Shows the recovery codes once, to copy or to save as a file, until the user confirms that they are stored.
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { offerFile } from '../../lib/offer-file.ts';
import { PrimaryAction } from '../../ui/primary-action.tsx';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onStored: () => void;
}

export function RecoveryCodes({ codes, onStored }: RecoveryCodesProps) {
  const { t } = useTranslation();
  const [said, setSaid] = useState<'recovery_copied' | 'recovery_copy_failed' | null>(null);
  const text = codes.join('\n');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('recovery_copied');
    } catch {
      setSaid('recovery_copy_failed');
    }
  };
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Typography variant="h5" component="h2">
        {t('recovery_title')}
      </Typography>
      <Alert severity="warning">{t('recovery_text')}</Alert>
      <Box
        component="ul"
        dir="ltr"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 2,
          display: 'grid',
          gap: 1,
          gridTemplateColumns: 'repeat(auto-fill, minmax(9.5rem, 1fr))',
          border: '1px solid',
          borderColor: 'divider',
          borderRadius: 1,
          fontFamily: 'monospace',
          fontSize: '1rem',
        }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" color="inherit" onClick={() => void copy()} sx={{ minHeight: 44 }}>
          {t('recovery_copy')}
        </Button>
        <Button
          variant="outlined"
          color="inherit"
          onClick={() => offerFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'recovery-codes.txt')}
          sx={{ minHeight: 44 }}
        >
          {t('recovery_download')}
        </Button>
      </Box>
      <Typography role="status" variant="body2" color="text.secondary">
        {said && t(said)}
      </Typography>
      <PrimaryAction onClick={onStored}>{t('recovery_done')}</PrimaryAction>
    </Box>
  );
}
