// Text field with the dispatchers' notes on a rider; saved when it loses the focus.
import { maxRiderNotes } from '@kerb/contract';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useErrorText } from '../../lib/use-error-text.ts';

export function RiderNotes({ rider, notes }: { rider: string; notes: string }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  /** Null until the dispatcher types: the notes of other dispatchers are shown as they change. */
  const [draft, setDraft] = useState<string | null>(null);
  /** The text saved last, with the notes that it replaced: it is shown until they have been read again. */
  const [saved, setSaved] = useState<{ readonly text: string; readonly replaced: string } | null>(null);
  const stored = saved?.replaced === notes ? saved.text : notes;
  const typed = draft ?? stored;
  const [save, { isLoading, error }] = answers.editRiderNotes.useMutation();
  const isChanged = typed.trim() !== stored;
  const saveChange = async () => {
    if (!isChanged) return;
    const text = typed.trim();
    const result = await save({ params: { id: rider }, body: { notes: text } });
    if ('error' in result) return;
    setSaved({ text, replaced: notes });
    // Text that was typed while the save ran stays.
    setDraft((now) => (now === draft ? null : now));
  };
  const help = isLoading ? t('desk_notes_saving') : isChanged ? t('desk_notes_unsaved') : ' ';
  return (
    <TextField
      label={t('desk_notes')}
      value={typed}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={() => void saveChange()}
      multiline
      maxRows={4}
      size="small"
      error={error !== undefined}
      helperText={error === undefined ? help : errorText(error)}
      slotProps={{ htmlInput: { maxLength: maxRiderNotes, dir: 'auto' } }}
    />
  );
}
