// Says for a while, at the bottom of the window, that something was done.
import Alert from '@mui/material/Alert';
import Snackbar from '@mui/material/Snackbar';
import { useTranslation } from 'react-i18next';
import { useLastShown } from './use-last-shown.ts';

interface DoneNoticeProps {
  /** Null: nothing to say. */
  readonly text: string | null;
  readonly onClose: () => void;
}

export function DoneNotice({ text, onClose }: DoneNoticeProps) {
  const { t } = useTranslation();
  const lastText = useLastShown(text);
  return (
    <Snackbar
      open={text !== null}
      autoHideDuration={6000}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
    >
      <Alert severity="success" variant="filled" onClose={onClose} closeText={t('close')}>
        {lastText}
      </Alert>
    </Snackbar>
  );
}
