// Text field with the dispatchers' notes on a rider; saved when it loses the focus, unless another dispatcher has
// changed them meanwhile.
import { maxRiderNotes } from '@kerb/contract';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { codeOf } from '../../lib/error-code.ts';
import { useErrorText } from '../../lib/use-error-text.ts';

interface Draft {
  readonly text: string;
  /** The notes on the screen when the dispatcher began to type. */
  readonly seen: string;
}

export function RiderNotes({ rider, notes }: { rider: string; notes: string }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  /** Null until the dispatcher types: the notes of other dispatchers are shown as they change. */
  const [draft, setDraft] = useState<Draft | null>(null);
  /** The text saved last, with the notes that it replaced: it is shown until they have been read again. */
  const [saved, setSaved] = useState<{ readonly text: string; readonly replaced: string } | null>(null);
  const [isSaving, setSaving] = useState(false);
  /** True when the field lost the focus while the text before was being saved. */
  const [isNextDue, setNextDue] = useState(false);
  const stored = saved?.replaced === notes ? saved.text : notes;
  const typed = draft?.text ?? stored;
  const [save, { error }] = answers.editRiderNotes.useMutation();
  const isChanged = typed.trim() !== stored;
  const isOutdated = draft !== null && draft.seen !== stored && isChanged;
  /** The notes of another dispatcher, which the text did not replace; null before they have been read. */
  const theirs = isOutdated && error !== undefined && codeOf(error) === 'conflict' ? stored : null;
  const saveChange = async () => {
    // Two requests at once would be compared with the same notes, and the second one rejected.
    if (isSaving) return setNextDue(true);
    if (!isChanged) return;
    const text = typed.trim();
    // The notes of the other dispatcher are on the screen by now.
    const seen = theirs ?? draft?.seen ?? stored;
    setSaving(true);
    const result = await save({ params: { id: rider }, body: { notes: text, seen } });
    setSaving(false);
    if ('error' in result) return;
    setSaved({ text, replaced: notes });
    // Text that was typed while the save ran stays.
    setDraft((now) => (now === null || now === draft ? null : { ...now, seen: text }));
  };
  const saveNext = useEffectEvent(saveChange);
  useEffect(() => {
    if (isSaving || !isNextDue) return;
    setNextDue(false);
    void saveNext();
  }, [isSaving, isNextDue]);
  const help = isSaving ? t('desk_notes_saving') : isChanged ? t('desk_notes_unsaved') : ' ';
  return (
    <TextField
      label={t('desk_notes')}
      value={typed}
      onChange={({ target }) => setDraft((now) => ({ text: target.value, seen: now?.seen ?? stored }))}
      onBlur={() => void saveChange()}
      multiline
      maxRows={4}
      size="small"
      error={error !== undefined}
      helperText={theirs !== null ? <Theirs notes={theirs} /> : error === undefined ? help : errorText(error)}
      slotProps={{ htmlInput: { maxLength: maxRiderNotes, dir: 'auto' } }}
    />
  );
}

/** Says that another dispatcher has changed the notes, and shows them. */
function Theirs({ notes }: { notes: string }) {
  const { t } = useTranslation();
  if (notes === '') return t('desk_notes_emptied');
  return (
    <>
      {t('desk_notes_changed')}
      <Box component="bdi" sx={{ display: 'block', whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {notes}
      </Box>
    </>
  );
}
