// Dialog that uploads or replaces a document, and sets its expiry date.
import type { DocumentKind, DriverDocument } from '@kerb/contract';
import { randomKey } from '@kerb/sdk/client';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Submission, useSubmission } from '../../lib/use-submission.ts';
import { DayField } from '../../ui/dates/calendar-field.tsx';
import { incompleteDay } from '../../ui/dates/is-complete-date.ts';
import { ImageInputView } from '../../ui/image-input-view.tsx';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { useFormClosing } from '../../ui/use-form-closing.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import type { DocumentChange } from './use-documents.ts';

interface DocumentEditorProps {
  /** Null closes the dialog. */
  readonly kind: DocumentKind | null;
  readonly document: DriverDocument | null;
  readonly own: boolean;
  /** "YYYY-MM-DD" in the operator's time zone. */
  readonly today: string;
  readonly save: (change: DocumentChange) => Promise<void>;
  readonly onSaved: (kind: DocumentKind) => void;
  readonly onClose: () => void;
}

export function DocumentEditor({ kind, onClose, ...props }: DocumentEditorProps) {
  const titleId = useId();
  const small = useMediaQuery('(max-width: 575px)');
  const submission = useSubmission();
  const shown = useLastShown(kind);
  const closing = useFormClosing({ busy: submission.busy, onClose });
  return (
    <Dialog
      open={kind !== null}
      onClose={closing.onDialogClose}
      aria-labelledby={titleId}
      fullScreen={small}
      fullWidth
      maxWidth="xs"
      // The next time the dialog opens, it starts without the error of this time.
      slotProps={{ transition: { onExited: submission.clearProblem }, paper: closing.paper }}
    >
      {shown && (
        <Editor
          key={shown}
          kind={shown}
          titleId={titleId}
          submission={submission}
          onCancel={closing.cancel}
          {...props}
        />
      )}
      {closing.question}
    </Dialog>
  );
}

interface EditorProps extends Omit<DocumentEditorProps, 'kind' | 'onClose'> {
  readonly kind: DocumentKind;
  readonly onCancel: () => void;
  readonly titleId: string;
  readonly submission: Submission;
}

function Editor(props: EditorProps) {
  const { kind, document, own, today, titleId } = props;
  const { busy, problem, clearProblem, run } = props.submission;
  const { t } = useTranslation();
  const [picture, setPicture] = useState<Blob | null>(null);
  const [expiresOn, setExpiresOn] = useState(document?.expiresOn ?? '');
  const [pictureProblem, setPictureProblem] = useState<string | null>(null);
  const [dayProblem, setDayProblem] = useState<string | null>(null);
  const key = useRef<string | null>(null);
  // A driver must upload a new picture; an admin may change the date only.
  const needsPicture = own || document === null;

  const change = <Value,>(set: (value: Value) => void) => {
    return (value: Value) => {
      key.current = null;
      clearProblem();
      setPictureProblem(null);
      setDayProblem(null);
      set(value);
    };
  };
  const problemOfDay = (): string | null => {
    if (expiresOn === incompleteDay) return t('picker_incomplete');
    // Without a new date the server would retain the date of the previous document.
    const isUndated = own && expiresOn === '' && document !== null && document.expiresOn !== null;
    if (isUndated) return t('document_day_needed');
    return own && expiresOn !== '' && expiresOn < today ? t('document_day_past') : null;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing = needsPicture && picture === null;
    const wrongDay = problemOfDay();
    setPictureProblem(missing ? t('document_picture_needed') : null);
    setDayProblem(wrongDay);
    if (missing || wrongDay !== null) return;
    key.current ??= randomKey();
    const input = { kind, picture, expiresOn: expiresOn === '' ? null : expiresOn, key: key.current };
    void run(async () => {
      await props.save(input);
      props.onSaved(kind);
    });
  };

  const name = t(`document_${kind}`);
  return (
    <form noValidate onSubmit={submit} style={formLayout}>
      <DialogTitle id={titleId}>{name}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 3, alignContent: 'start' }}>
        <ImageInputView
          label={t('document_picture')}
          help={t(`document_help_${kind}`)}
          value={picture}
          onChange={change(setPicture)}
          current={document?.url}
          problem={pictureProblem}
          busy={busy}
          name="image"
        />
        <DayField
          label={t('document_expires_on')}
          value={expiresOn}
          onChange={change(setExpiresOn)}
          reportsIncomplete
          min={own ? today : undefined}
          problem={dayProblem}
          help={t('document_expires_help')}
          disabled={busy}
        />
        <ProblemText problem={problem} />
      </DialogContent>
      <DialogActions sx={{ p: 2 }}>
        <Button onClick={props.onCancel} disabled={busy}>
          {t('cancel')}
        </Button>
        <LoadingButton type="submit" variant="contained" loading={busy}>
          {t('document_save')}
        </LoadingButton>
      </DialogActions>
    </form>
  );
}

const formLayout = { display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 } as const;
