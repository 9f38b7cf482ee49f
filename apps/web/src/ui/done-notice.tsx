// Temporary confirmation of an action, at the bottom of a wide window and below the header on a phone.
import Alert from '@mui/material/Alert';
import Snackbar from '@mui/material/Snackbar';
import { useTranslation } from 'react-i18next';
import { useLastShown } from './use-last-shown.ts';

interface DoneNoticeProps {
  /** Text of the notice; hidden when null. */
  readonly text: string | null;
  /** Whether the notice stays until the user closes it. */
  readonly lasts?: boolean;
  readonly onClose: () => void;
}

/** On phones not at the bottom, where the screen's main button is. */
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
        // Centres the text beside the taller button.
        sx={{ alignItems: 'center', '& .MuiAlert-action': { pt: 0 } }}
      >
        {lastText}
      </Alert>
    </Snackbar>
  );
}
