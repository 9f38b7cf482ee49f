// Notice, such as the confirmation of an action: at the bottom of a wide window for a few seconds; below the header on a
// phone, and where it stays until the user closes it.
import Alert from '@mui/material/Alert';
import Snackbar from '@mui/material/Snackbar';
import { useTranslation } from 'react-i18next';
import { useLastShown } from './use-last-shown.ts';

interface DoneNoticeProps {
  /** Text of the notice; hidden when null. */
  readonly text: string | null;
  /** Whether the notice stays until the user closes it. */
  readonly lasts?: boolean;
  /** Default: `success`, for the confirmation of an action. */
  readonly severity?: 'success' | 'info';
  readonly onClose: () => void;
}

const belowHeader = { top: { xs: 72, sm: 72 } };
/** On phones not at the bottom, where the screen's main button is. */
const atTheBottom = { top: { xs: 72, sm: 'auto' }, bottom: { xs: 'auto', sm: 24 } };

export function DoneNotice({ text, lasts = false, severity = 'success', onClose }: DoneNoticeProps) {
  const { t } = useTranslation();
  const lastText = useLastShown(text);
  return (
    <Snackbar
      open={text !== null}
      autoHideDuration={lasts ? null : 6000}
      onClose={lasts ? undefined : onClose}
      anchorOrigin={{ vertical: lasts ? 'top' : 'bottom', horizontal: 'center' }}
      // A notice that stays must not lie over the main button, on any screen.
      sx={lasts ? belowHeader : atTheBottom}
    >
      <Alert
        severity={severity}
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
