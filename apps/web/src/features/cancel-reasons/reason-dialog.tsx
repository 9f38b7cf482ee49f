// Dialog that adds or edits a cancellation reason with its translations, validated by the server's rules.
import type { CancelReasonInput } from '@kerb/contract';
import { hasInvisibleCharacters, withoutBlankTexts } from '@kerb/domain/kernel';
import { ApiError } from '@kerb/sdk/client';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { type FormEvent, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { codeOf } from '../../lib/error-code.ts';
import { client } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { LoadingButton } from '../../ui/loading-button.tsx';
import {
  type EditedLanguage,
  LanguageField,
  OtherLanguages,
  useOtherLanguages,
} from '../../ui/other-languages.tsx';
import { useFormClosing } from '../../ui/use-form-closing.tsx';
import type { CancelReason } from './page-of-reasons.ts';
import { reasonProblemOf } from './reason-problem.ts';

const MAX_CHARACTERS = 120;

interface ReasonDialogProps {
  /** Null to add a reason. */
  readonly reason: CancelReason | null;
  readonly onClose: () => void;
  readonly onSaved: (reason: CancelReason) => void;
}

/**
 * `problem` is the error of the last attempt; `forget` clears it. `theirs` is the reason that another admin has stored
 * meanwhile: the next save replaces it.
 */
function useSave({ reason, onSaved }: ReasonDialogProps) {
  const [theirs, setTheirs] = useState<CancelReason | null>(null);
  const [add, adding] = answers.addCancelReason.useMutation();
  const [edit, editing] = answers.editCancelReason.useMutation();
  const state = reason ? editing : adding;
  const save = async (body: CancelReasonInput): Promise<void> => {
    if (reason === null) {
      const { data } = await add({ body });
      if (data) onSaved(data);
      return;
    }
    const { value } = reason;
    const { label, translations } = theirs ?? reason;
    const { data, error } = await edit({
      params: { value },
      body: { ...body, seen: { label, translations } },
    });
    if (data) return onSaved(data);
    if (codeOf(error) !== 'conflict') return;
    const stored = await client.getCancelReasons().catch(() => null);
    setTheirs(stored?.items.find((one) => one.value === value) ?? null);
  };
  const isConflict = theirs !== null && state.error !== undefined && codeOf(state.error) === 'conflict';
  return {
    busy: state.isLoading,
    problem: isConflict ? null : (state.error ?? null),
    theirs,
    save,
    forget: state.reset,
  };
}

/** The language in which another reason already has this text; null for any other error. */
function takenLanguage(problem: unknown): string | null {
  const path = problem instanceof ApiError ? problem.errors[0]?.path : undefined;
  return /^translations\.([^.]+)\.label$/.exec(path ?? '')?.[1] ?? null;
}

type Texts = NonNullable<CancelReason['translations']>;

interface TranslationsProps {
  readonly languages: readonly EditedLanguage[];
  readonly label: string;
  readonly texts: Texts;
  readonly problemIn: (locale: string) => string;
  readonly onChange: (texts: Texts) => void;
}

function Translations({ languages, label, texts, problemIn, onChange }: TranslationsProps) {
  const { t } = useTranslation();
  if (languages.length === 0) return null;
  return (
    <OtherLanguages
      filled={languages.filter(({ langLocale }) => texts[langLocale]?.label?.trim()).length}
      total={languages.length}
      hasProblem={languages.some(({ langLocale }) => problemIn(langLocale) !== '')}
      help={t('other_languages_help')}
    >
      {languages.map((language) => (
        <LanguageField
          key={language.langLocale}
          language={language}
          label={language.langName}
          value={texts[language.langLocale]?.label ?? ''}
          fallbackText={label}
          longest={MAX_CHARACTERS}
          problem={problemIn(language.langLocale)}
          onChange={(event) => onChange({ ...texts, [language.langLocale]: { label: event.target.value } })}
        />
      ))}
    </OtherLanguages>
  );
}

/** Says that another admin has changed the reason, and shows its texts. */
function Theirs({ reason, languages }: { reason: CancelReason; languages: readonly EditedLanguage[] }) {
  const { t } = useTranslation();
  return (
    <Alert severity="warning" role="alert" sx={{ mb: 1, borderRadius: '14px' }}>
      {t('reason_conflict')}
      <Box>
        <bdi>{reason.label}</bdi>
      </Box>
      {languages.map(({ langLocale, langName }) => {
        const label = reason.translations?.[langLocale]?.label;
        return (
          label && (
            <Box key={langLocale}>
              <bdi>{langName}</bdi>: <bdi>{label}</bdi>
            </Box>
          )
        );
      })}
    </Alert>
  );
}

/** Mount it only while it is open, so that each opening starts with the stored reason. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const titleId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [label, setLabel] = useState(props.reason?.label ?? '');
  const [texts, setTexts] = useState<Texts>(props.reason?.translations ?? {});
  const [tried, setTried] = useState(false);
  const stored = props.reason?.translations;
  const languages = useOtherLanguages(useMemo(() => [stored], [stored]));
  const { busy, problem, theirs, save, forget } = useSave(props);
  const closing = useFormClosing({ busy, onClose: props.onClose });
  const wrong = reasonProblemOf(label);
  const taken = takenLanguage(problem);
  const refusal = problem === null || taken !== null ? null : errorText(problem);
  const message = tried && wrong !== null ? t(wrong) : refusal;
  const problemIn = (locale: string): string => {
    if (locale === taken) return errorText(problem);
    return hasInvisibleCharacters(texts[locale]?.label?.trim() ?? '') ? t('hidden_letters') : '';
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (wrong !== null) field.current?.focus();
    else if (languages.every(({ langLocale }) => problemIn(langLocale) === ''))
      void save({ label: label.trim(), translations: withoutBlankTexts(texts) });
  };
  return (
    <Dialog
      open
      onClose={closing.onDialogClose}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="xs"
      slotProps={{ paper: closing.paper }}
    >
      <form noValidate onSubmit={submit}>
        <DialogTitle id={titleId} variant="h4">
          {t(props.reason ? 'reason_edit_title' : 'reason_add')}
        </DialogTitle>
        <DialogContent>
          {theirs !== null && <Theirs reason={theirs} languages={languages} />}
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
              htmlInput: { maxLength: MAX_CHARACTERS, 'aria-required': true, dir: 'auto' },
              formHelperText: { role: message === null ? undefined : 'alert' },
            }}
          />
          <Box sx={{ mt: 2 }}>
            <Translations
              languages={languages}
              label={label}
              texts={texts}
              problemIn={problemIn}
              onChange={(changed) => {
                setTexts(changed);
                forget();
              }}
            />
          </Box>
        </DialogContent>
        <DialogActions sx={{ p: 2 }}>
          <Button onClick={closing.cancel} disabled={busy}>
            {t('cancel')}
          </Button>
          <LoadingButton type="submit" variant="contained" loading={busy}>
            {t(props.reason ? 'reason_save' : 'reason_add')}
          </LoadingButton>
        </DialogActions>
      </form>
      {closing.question}
    </Dialog>
  );
}
