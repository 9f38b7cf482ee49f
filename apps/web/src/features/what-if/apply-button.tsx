// Applies an alternative to the dispatch settings, after a confirmation that lists what changes.
import type { WhatIfTerms } from '@kerb/contract';
import { changeSettings } from '@kerb/sdk/store';
import { editSettings } from '@kerb/sdk/store/console';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client, useKerbDispatch } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DoneNotice } from '../../ui/done-notice.tsx';
import { useTermText } from './use-term-text.ts';
import { changedTerms, type TermName } from './what-if-form.ts';

/** The fields of the settings that the alternative changes. */
function patchOf(
  names: readonly TermName[],
  { dispatchPolicy, ...numbers }: WhatIfTerms,
): Partial<WhatIfTerms> {
  const patch: Partial<WhatIfTerms> = {};
  for (const name of names) {
    if (name === 'dispatchPolicy') patch.dispatchPolicy = dispatchPolicy;
    else patch[name] = numbers[name];
  }
  return patch;
}

function useApply() {
  const dispatch = useKerbDispatch();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);

  /** Another admin changed the settings meanwhile: the dialog lists the changes from what they are now. */
  async function readAgain(): Promise<void> {
    dispatch(changeSettings(await client.getSettings()));
  }

  return {
    isBusy,
    problem,
    forget: () => setProblem(null),
    /** Answers whether the settings were changed. */
    async apply(patch: Partial<WhatIfTerms>, version: number): Promise<boolean> {
      setBusy(true);
      setProblem(null);
      try {
        dispatch(changeSettings(await dispatch(editSettings({ patch, version })).unwrap()));
        return true;
      } catch (error) {
        setProblem(error);
        if (error === 'conflict') await readAgain().catch(setProblem);
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}

export function ApplyButton({ alternative }: { alternative: WhatIfTerms }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const termText = useTermText();
  const settings = useSettings();
  const { isBusy, problem, forget, apply } = useApply();
  const [isOpen, setOpen] = useState(false);
  const [isDone, setDone] = useState(false);
  if (settings === null) return null;
  const names = changedTerms(settings, alternative);
  const confirm = async () => {
    if (!(await apply(patchOf(names, alternative), settings.version))) return;
    setOpen(false);
    setDone(true);
  };
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Button variant="contained" disabled={names.length === 0} onClick={() => setOpen(true)}>
        {t('whatif_apply')}
      </Button>
      {names.length === 0 && (
        <Typography variant="body2" color="text.secondary">
          {t('whatif_same_settings')}
        </Typography>
      )}
      <ConfirmDialog
        open={isOpen}
        title={t('whatif_apply_title')}
        confirmText={t('whatif_apply_confirm')}
        cancelText={t('cancel')}
        busy={isBusy}
        disabled={names.length === 0}
        onConfirm={() => void confirm()}
        onClose={() => {
          setOpen(false);
          forget();
        }}
      >
        <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1 }}>
          {names.map((name) => (
            <Box key={name}>
              <Typography component="dt" variant="body2" color="text.secondary">
                {t(`setting_${name}`)}
              </Typography>
              <Box component="dd" sx={{ m: 0, fontWeight: 560 }}>
                <bdi>
                  {t('whatif_from_to', { from: termText(name, settings), to: termText(name, alternative) })}
                </bdi>
              </Box>
            </Box>
          ))}
        </Box>
        <Typography variant="body2" color="text.secondary" sx={{ mt: 2 }}>
          {t('whatif_apply_text')}
        </Typography>
        {problem !== null && (
          <Alert severity="error" sx={{ mt: 2 }}>
            {errorText(problem)}
          </Alert>
        )}
      </ConfirmDialog>
      <DoneNotice text={isDone ? t('whatif_applied') : null} onClose={() => setDone(false)} />
    </Box>
  );
}
