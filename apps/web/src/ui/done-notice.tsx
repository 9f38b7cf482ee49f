// Says that something was done, for a while: at the bottom of a wide window, and on a phone under the header.
import Alert from '@mui/material/Alert';
import Snackbar from '@mui/material/Snackbar';
import { useTranslation } from 'react-i18next';
import { useLastShown } from './use-last-shown.ts';

interface DoneNoticeProps {
  /** Null: nothing to say. */
  readonly text: string | null;
  /** It stays until the user closes it. */
  readonly lasts?: boolean;
  readonly onClose: () => void;
}

/** The bottom of a phone is where a screen's next step is pressed. */
const clearOfActions = { top: { xs: 72, sm: 'auto' }, bottom: { xs: 'auto', sm: 24 } };

export function DoneNotice({ text, lasts = false, onClose }: DoneNoticeProps) {
  const { t } = useTranslation();
  const lastText = useLastShown(text);
  return (
    <Snackbar
      open={text !== null}
      autoHideDuration={lasts ? null : 6000}
      onClose={lasts ? undefined : onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      sx={clearOfActions}
    >
      <Alert
        severity="success"
        variant="filled"
        onClose={onClose}
        closeText={t('close')}
        // The text is a line, and its button is higher.
        sx={{ alignItems: 'center', '& .MuiAlert-action': { pt: 0 } }}
      >
        {lastText}
      </Alert>
    </Snackbar>
  );
}
