// Dialog for the operator's id in the registry of the Mobility Data Specification.
import { mobilityProvider } from '@kerb/contract';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';

/** Mount it only while it is open. */
export function ProviderDialog({ provider_id, onClose }: { provider_id: string; onClose: () => void }) {
  const { t } = useTranslation();
  const formId = useId();
  const [save, { error, isLoading }] = answers.editMobilityProvider.useMutation();
  const [typed, setTyped] = useState(provider_id);
  const [tried, setTried] = useState(false);
  const parsed = mobilityProvider.shape.provider_id.safeParse(typed.trim());
  const isWrong = tried && !parsed.success;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!parsed.success) return;
    const { data } = await save({ body: { provider_id: parsed.data } });
    if (data !== undefined) onClose();
  };
  return (
    <FormDialog
      title={t('opendata_provider_id')}
      formId={formId}
      submitText={t('opendata_save')}
      busy={isLoading}
      onClose={onClose}
    >
      <Box
        component="form"
        id={formId}
        noValidate
        onSubmit={(event) => void submit(event)}
        sx={{ display: 'grid', gap: 2, pt: 1 }}
      >
        <TextField
          label={t('opendata_provider_id')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={isWrong}
          helperText={t(isWrong ? 'opendata_provider_id_wrong' : 'opendata_provider_id_help')}
          autoFocus
          fullWidth
          slotProps={{
            htmlInput: { dir: 'ltr', maxLength: 60, spellCheck: false, style: { fontFamily: 'monospace' } },
            formHelperText: { role: isWrong ? 'alert' : undefined },
          }}
        />
        <ProblemText problem={error} />
      </Box>
    </FormDialog>
  );
}
