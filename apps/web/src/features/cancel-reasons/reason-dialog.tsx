// Adds or edits a cancellation reason: one field, validated by the server's rules.
import { type CancelReason, editCancellationReason } from '@kerb/sdk/store/console';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKerbDispatch } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { reasonProblemOf } from './reason-problem.ts';

const MOST_LETTERS = 120;

interface ReasonDialogProps {
  /** Null to add one. */
  readonly reason: CancelReason | null;
  readonly onClose: () => void;
  readonly onSaved: (reason: CancelReason) => void;
  /** The reason is gone: what is listed is not how it is. */
  readonly onOutdated: () => void;
}

function useSave({ reason, onSaved, onOutdated }: ReasonDialogProps) {
  const dispatch = useKerbDispatch();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const save = async (label: string): Promise<void> => {
    setBusy(true);
    try {
      const saved = await dispatch(
        editCancellationReason(
          reason
            ? { method: 'Update', data: { value: reason.value, label } }
            : { method: 'Add', data: { label } },
        ),
      ).unwrap();
      if (saved) onSaved(saved);
    } catch (code) {
      setProblem(code);
      if (code === 'not_found') onOutdated();
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, save, forget: () => setProblem(null) };
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
