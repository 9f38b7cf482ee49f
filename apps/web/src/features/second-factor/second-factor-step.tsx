// Sign-in step after the text message's code: adds the first second factor, or verifies an existing one.
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { ErrorState, Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { AddFactor } from './add-factor.tsx';
import { ProveForm } from './prove-form.tsx';
import { useSecondFactor } from './use-second-factor.ts';

export interface SecondFactorStepProps {
  /** Called when the session is fully signed in. */
  readonly onDone: () => void | Promise<void>;
  /** Signs out and returns to the phone number. */
  readonly onCancel: () => void;
}

export function SecondFactorStep({ onDone, onCancel }: SecondFactorStepProps) {
  const { t } = useTranslation();
  const { answer: view, problem, reload } = useSecondFactor();
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      {view === null && problem === null && (
        <Loading>
          <Placeholder height={160} />
        </Loading>
      )}
      {problem !== null && <ErrorState problem={problem} onRetry={reload} />}
      {view !== null && (
        <>
          <Box sx={{ display: 'grid', gap: 0.5 }}>
            <Typography variant="h4" component="h2">
              {t(view.pending === 'setup' ? 'second_factor_setup_title' : 'second_factor_title')}
            </Typography>
            <Typography color="text.secondary">
              {t(view.pending === 'setup' ? 'second_factor_setup_text' : 'second_factor_proof_text')}
            </Typography>
          </Box>
          {view.pending === 'setup' ? (
            <AddFactor view={view} onDone={() => void onDone()} />
          ) : (
            <ProveForm view={view} onProved={onDone} />
          )}
        </>
      )}
      <Button size="large" onClick={onCancel}>
        {t('cancel')}
      </Button>
    </Box>
  );
}
