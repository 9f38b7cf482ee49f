// Applies an alternative to the dispatch settings, after a confirmation that lists what changes.
import type { WhatIfTerms } from '@kerb/contract';
import { refreshSettings } from '@kerb/sdk/store';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { codeOf } from '../../lib/error-code.ts';
import { useKerbDispatch } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DoneNotice } from '../../ui/done-notice.tsx';
import { useTermText } from './use-term-text.ts';
import { changedTerms, type TermName } from './what-if-form.ts';

/** The settings that the alternative changes, as a patch. */
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

export function ApplyButton({ alternative }: { alternative: WhatIfTerms }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const termText = useTermText();
  const settings = useSettings();
  const dispatch = useKerbDispatch();
  const [edit, { isLoading, error, reset }] = answers.editSettings.useMutation();
  const [isOpen, setOpen] = useState(false);
  const [isDone, setDone] = useState(false);
  if (settings === null) return null;
  const names = changedTerms(settings, alternative);
  const confirm = async () => {
    const answer = await edit({ body: patchOf(names, alternative), query: { version: settings.version } });
    // Another admin changed the settings: reload them, so that the dialog lists the changes from the current values.
    if (codeOf(answer.error) === 'conflict') await dispatch(refreshSettings());
    if (answer.error !== undefined) return;
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
        busy={isLoading}
        disabled={names.length === 0}
        onConfirm={() => void confirm()}
        onClose={() => {
          setOpen(false);
          reset();
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
        {error !== undefined && (
          <Alert severity="error" sx={{ mt: 2 }}>
            {errorText(error)}
          </Alert>
        )}
      </ConfirmDialog>
      <DoneNotice text={isDone ? t('whatif_applied') : null} onClose={() => setDone(false)} />
    </Box>
  );
}
