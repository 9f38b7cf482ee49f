// Dialog that creates an API key: name of the partner and scopes.
import { type KeyScope, keyScope } from '@kerb/contract';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { scopeTexts } from './scope-texts.ts';

interface AddKeyDialogProps {
  readonly onClose: () => void;
  /** Called with the key, which the server returns only once. */
  readonly onAdded: (key: string) => void;
}

/** Mount it only while it is open. */
export function AddKeyDialog({ onClose, onAdded }: AddKeyDialogProps) {
  const { t } = useTranslation();
  const formId = useId();
  const [add, { error, isLoading }] = answers.addPartnerKey.useMutation();
  const once = useIdempotencyKey();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly KeyScope[]>(keyScope.options);
  const [tried, setTried] = useState(false);
  const isNameWrong = name.trim() === '';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isNameWrong || scopes.length === 0) return;
    const body = { name: name.trim(), scopes: [...scopes] };
    // The mutation stores the error.
    const added = await once(body, (idempotencyKey) => add({ body, idempotencyKey }).unwrap()).catch(
      () => null,
    );
    if (added !== null) onAdded(added.key);
  };
  const toggle = (scope: KeyScope) =>
    setScopes(keyScope.options.filter((one) => (one === scope) !== scopes.includes(one)));
  return (
    <FormDialog
      title={t('opendata_add_key')}
      formId={formId}
      submitText={t('opendata_add_do')}
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
          label={t('opendata_key_name')}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={tried && isNameWrong}
          helperText={t(tried && isNameWrong ? 'opendata_key_name_missing' : 'opendata_key_name_help')}
          autoFocus
          fullWidth
          slotProps={{
            htmlInput: { maxLength: 80, 'aria-required': true, dir: 'auto' },
            formHelperText: { role: tried && isNameWrong ? 'alert' : undefined },
          }}
        />
        <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, display: 'grid', justifyItems: 'start' }}>
          <Typography component="legend" sx={{ fontWeight: 600, p: 0 }}>
            {t('opendata_key_opens')}
          </Typography>
          {keyScope.options.map((scope) => (
            <FormControlLabel
              key={scope}
              control={<Checkbox checked={scopes.includes(scope)} onChange={() => toggle(scope)} />}
              label={t(scopeTexts[scope])}
            />
          ))}
          {tried && scopes.length === 0 && (
            <FormHelperText error role="alert">
              {t('opendata_scope_missing')}
            </FormHelperText>
          )}
        </Box>
        <ProblemText problem={error} />
      </Box>
    </FormDialog>
  );
}
