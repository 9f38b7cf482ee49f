// A new key: whose it is and what it opens; then the key itself, shown this once.
import { type KeyScope, keyScope } from '@kerb/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { scopeTexts } from './scope-texts.ts';

/** Mounted only while it is open. */
export function AddKeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const formId = useId();
  const [add, { data, error, isLoading }] = answers.addPartnerKey.useMutation();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly KeyScope[]>(keyScope.options);
  const [tried, setTried] = useState(false);
  const isNameWrong = name.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (data !== undefined) return onClose();
    setTried(true);
    if (!isNameWrong && scopes.length > 0) void add({ body: { name: name.trim(), scopes: [...scopes] } });
  };
  const toggle = (scope: KeyScope) =>
    setScopes(keyScope.options.filter((one) => (one === scope) !== scopes.includes(one)));
  return (
    <FormDialog
      title={t(data === undefined ? 'opendata_add_key' : 'opendata_new_key')}
      formId={formId}
      submitText={t(data === undefined ? 'opendata_add_do' : 'opendata_key_stored')}
      busy={isLoading}
      onClose={onClose}
    >
      <Box component="form" id={formId} noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2, pt: 1 }}>
        {data !== undefined ? (
          <NewKey value={data.key} />
        ) : (
          <>
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
          </>
        )}
      </Box>
    </FormDialog>
  );
}

function NewKey({ value }: { value: string }) {
  const { t } = useTranslation();
  const [said, setSaid] = useState<'opendata_key_copied' | 'opendata_key_copy_failed' | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setSaid('opendata_key_copied');
    } catch {
      setSaid('opendata_key_copy_failed');
    }
  };
  return (
    <>
      <Alert severity="warning">{t('opendata_key_once')}</Alert>
      <TextField
        label={t('opendata_key')}
        value={value}
        fullWidth
        multiline
        slotProps={{ htmlInput: { readOnly: true, dir: 'ltr', style: { fontFamily: 'monospace' } } }}
      />
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
        <Button variant="outlined" color="inherit" onClick={() => void copy()} sx={{ minHeight: 44 }}>
          {t('opendata_key_copy')}
        </Button>
        <Typography role="status" variant="body2" color="text.secondary">
          {said && t(said)}
        </Typography>
      </Box>
    </>
  );
}
