// Dialog that asks to verify the second factor again after the server required it; the rejected request is then
// retried.
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { endStepUp } from '../../lib/step-up.ts';
import { ErrorState, Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { ProveForm } from './prove-form.tsx';
import { useSecondFactor } from './use-second-factor.ts';

/** Mount it only while a request is waiting. */
export function StepUpDialog() {
  const { t } = useTranslation();
  const titleId = useId();
  const textId = useId();
  const { answer: view, problem, reload } = useSecondFactor();
  return (
    <Dialog
      open
      onClose={() => endStepUp(false)}
      aria-labelledby={titleId}
      aria-describedby={textId}
      fullWidth
      maxWidth="xs"
    >
      <DialogTitle id={titleId} variant="h4">
        {t('second_factor_title')}
      </DialogTitle>
      <DialogContent>
        <DialogContentText id={textId} sx={{ mb: 3 }}>
          {t('second_factor_step_up_text')}
        </DialogContentText>
        {view === null && problem === null && (
          <Loading>
            <Placeholder height={120} />
          </Loading>
        )}
        {problem !== null && <ErrorState problem={problem} onRetry={reload} />}
        {view !== null && <ProveForm view={view} onProved={() => endStepUp(true)} />}
      </DialogContent>
      <DialogActions sx={{ p: 2 }}>
        <Button color="inherit" onClick={() => endStepUp(false)}>
          {t('cancel')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
