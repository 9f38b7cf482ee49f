// View of a run: its progress, the reason why it has no result, or the comparison.
import type { WhatIfRun } from '@kerb/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useWeekdayText } from '../../lib/use-day-text.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { ApplyButton } from './apply-button.tsx';
import { Comparison } from './comparison.tsx';
import { useFleetText, useTermText } from './use-term-text.ts';
import { changedTerms } from './what-if-form.ts';

interface RunViewProps {
  readonly run: WhatIfRun;
  readonly onCancel: () => Promise<void>;
  readonly onAgain: () => Promise<unknown>;
}

export function RunView({ run, onCancel, onAgain }: RunViewProps) {
  const { t } = useTranslation();
  const dayText = useWeekdayText();
  return (
    <Box
      component="section"
      aria-label={t('whatif_result', { day: dayText(run.day) })}
      sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Typography variant="h4" component="h2">
        {t('whatif_result', { day: dayText(run.day) })}
      </Typography>
      <Compared run={run} />
      {run.status === 'running' && <Progress run={run} onCancel={onCancel} />}
      {run.status !== 'running' && run.status !== 'done' && <Ended run={run} onAgain={onAgain} />}
      {run.result !== null && (
        <>
          <Comparison run={run} result={run.result} />
          <ApplyButton alternative={run.alternative} />
        </>
      )}
    </Box>
  );
}

/** The settings that the alternative changes, compared with those at the start of the run. */
function Compared({ run }: { run: WhatIfRun }) {
  const { t } = useTranslation();
  const termText = useTermText();
  const fleetText = useFleetText();
  return (
    <Box component="ul" aria-label={t('whatif_compared')} sx={{ m: 0, ps: 2.5, fontSize: '0.9375rem' }}>
      {changedTerms(run.baseline, run.alternative).map((name) => (
        <li key={name}>
          {t(`setting_${name}`)}:{' '}
          <bdi>
            {t('whatif_from_to', {
              from: termText(name, run.baseline),
              to: termText(name, run.alternative),
            })}
          </bdi>
        </li>
      ))}
      <li>{fleetText(run)}</li>
    </Box>
  );
}

function Progress({ run, onCancel }: Pick<RunViewProps, 'run' | 'onCancel'>) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { number } = useFormat();
  const { busy, problem, run: submit } = useSubmission();
  const { runs_done: done, runs_total: total } = run;
  const text = t('whatif_progress', { done: number(done), total: number(total) });
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography role="status">{text}</Typography>
      <LinearProgress
        variant={done === 0 ? 'indeterminate' : 'determinate'}
        value={total === 0 ? 0 : (100 * done) / total}
        aria-label={text}
      />
      <Typography variant="body2" color="text.secondary">
        {t('whatif_running_text')}
      </Typography>
      {problem !== null && <Alert severity="error">{errorText(problem)}</Alert>}
      <Box>
        <LoadingButton variant="outlined" loading={busy} onClick={() => void submit(onCancel)}>
          {t('whatif_cancel')}
        </LoadingButton>
      </Box>
    </Box>
  );
}

function Ended({ run, onAgain }: Pick<RunViewProps, 'run' | 'onAgain'>) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { busy, problem, run: submit } = useSubmission();
  const { status } = run;
  const isError = status === 'failed';
  return (
    <>
      {(status === 'failed' || status === 'cancelled' || status === 'interrupted') && (
        <Alert severity={isError ? 'error' : 'info'}>{t(`whatif_${status}_text`)}</Alert>
      )}
      {problem !== null && <Alert severity="error">{errorText(problem)}</Alert>}
      <Box>
        <LoadingButton variant="outlined" loading={busy} onClick={() => void submit(onAgain)}>
          {t('whatif_again')}
        </LoadingButton>
      </Box>
    </>
  );
}
