// Dialog that saves a table's filters and columns under a name, for the user or, by an admin, for all admins.
import type { SavedViewInput } from '@kerb/contract';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';

interface SaveViewDialogProps {
  readonly view: Pick<SavedViewInput, 'table' | 'query' | 'columns'>;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

const formId = 'save-view-form';

/** The dialog is open while this component is mounted. */
export function SaveViewDialog({ view, onSaved, onClose }: SaveViewDialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [name, setName] = useState('');
  const isAdmin = useAuth().user?.usertype === 'admin';
  const [shared, setShared] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [add, { isLoading }] = answers.addSavedView.useMutation();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return setProblem(t('views_name_missing'));
    const { error } = await add({ body: { ...view, name, shared } });
    if (error) return setProblem(errorText(error));
    onSaved();
    onClose();
  };
  return (
    <FormDialog
      title={t('views_save_title')}
      formId={formId}
      submitText={t('views_save')}
      busy={isLoading}
      onClose={onClose}
    >
      <Box
        component="form"
        id={formId}
        noValidate
        onSubmit={(event) => void save(event)}
        sx={{ display: 'grid', gap: 2 }}
      >
        <Typography color="text.secondary">{t('views_save_text')}</Typography>
        <TextField
          autoFocus
          label={t('views_name')}
          value={name}
          error={problem !== null}
          helperText={problem}
          onChange={(event) => {
            setName(event.target.value);
            setProblem(null);
          }}
          slotProps={{ htmlInput: { maxLength: 60 } }}
        />
        {isAdmin && (
          <FormControlLabel
            control={<Switch checked={shared} onChange={(_, on) => setShared(on)} />}
            label={t('views_share')}
          />
        )}
      </Box>
    </FormDialog>
  );
}
