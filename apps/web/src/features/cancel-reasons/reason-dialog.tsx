// Adds or edits a cancellation reason: one field, validated by the server's rules.
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import type { CancelReason } from './page-of-reasons.ts';
import { reasonProblemOf } from './reason-problem.ts';

const MOST_LETTERS = 120;

interface ReasonDialogProps {
  /** Null to add one. */
  readonly reason: CancelReason | null;
  readonly onClose: () => void;
  readonly onSaved: (reason: CancelReason) => void;
}

/** `problem` is what refused the last attempt, until `forget`. */
function useSave({ reason, onSaved }: ReasonDialogProps) {
  const [add, adding] = answers.addCancelReason.useMutation();
  const [edit, editing] = answers.editCancelReason.useMutation();
  const state = reason ? editing : adding;
  const save = async (label: string): Promise<void> => {
    const body = { label };
    const { data } = reason ? await edit({ params: { value: reason.value }, body }) : await add({ body });
    if (data) onSaved(data);
  };
  return { busy: state.isLoading, problem: state.error ?? null, save, forget: state.reset };
}

/** Mounted only while it is open, so that each opening begins with the reason as it is. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const titleId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [label, setLabel] = useState(props.reason?.label ?? '');
  const [tried, setTried] = useState(false);
  const { busy, problem, save, forget } = useSave(props);
  const wrong = reasonProblemOf(label);
  const message = tried && wrong !== null ? t(wrong) : problem === null ? null : errorText(problem);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (wrong !== null) field.current?.focus();
    else void save(label.trim());
  };
  return (
    <Dialog open onClose={busy ? undefined : props.onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <form noValidate onSubmit={submit}>
        <DialogTitle id={titleId} variant="h4">
          {t(props.reason ? 'reason_edit_title' : 'reason_add')}
        </DialogTitle>
        <DialogContent>
          <TextField
            label={t('reason_label')}
            value={label}
            onChange={(event) => {
              setLabel(event.target.value);
              forget();
            }}
            inputRef={field}
            error={message !== null}
            helperText={message ?? t('reason_help')}
            fullWidth
            autoFocus
            sx={{ mt: 1 }}
            slotProps={{
              htmlInput: { maxLength: MOST_LETTERS, 'aria-required': true, dir: 'auto' },
              formHelperText: { role: message === null ? undefined : 'alert' },
            }}
          />
        </DialogContent>
        <DialogActions sx={{ p: 2 }}>
          <Button onClick={props.onClose} disabled={busy}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={busy}>
            {t(props.reason ? 'reason_save' : 'reason_add')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
