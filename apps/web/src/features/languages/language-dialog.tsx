// Dialog that adds a language, or changes its name and date format; validated by the server's rules.
import type { LanguageChoice } from '@kerb/contract';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useKerbSelector } from '../../lib/store.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { exampleOf, localeOf, nameProblemOf } from './locale-rules.ts';

interface LanguageDialogProps {
  /** Null to add a language. */
  readonly language: LanguageChoice | null;
  readonly onClose: () => void;
  readonly onSaved: (language: LanguageChoice) => void;
}

interface Typed {
  readonly langName: string;
  readonly langLocale: string;
  /** '' for the same locale as the texts. */
  readonly dateLocale: string;
}

function useSave({ language, onSaved }: LanguageDialogProps) {
  const [add, adding] = answers.addLanguage.useMutation();
  const [edit, editing] = answers.editLanguage.useMutation();
  const save = async (typed: Typed): Promise<void> => {
    const { langName, dateLocale } = typed;
    const body = { version: language?.version ?? 0, langName, dateLocale };
    const { data } = await (language ? edit({ params: { id: language.id }, body }) : add({ body: typed }));
    if (data !== undefined) onSaved(data);
  };
  return { busy: adding.isLoading || editing.isLoading, problem: adding.error ?? editing.error, save };
}

/** State of the fields: typed values, errors and help texts; `read` returns the language when all fields are valid. */
function useLanguageFields({ language }: Pick<LanguageDialogProps, 'language'>) {
  const { t } = useTranslation();
  const others = useKerbSelector(({ languagedata }) => languagedata.langlist);
  const [typed, setTyped] = useState<Typed>({
    langName: language?.langName ?? '',
    langLocale: language?.langLocale ?? '',
    dateLocale: language?.dateLocale ?? '',
  });
  const [tried, setTried] = useState(false);
  const langLocale = localeOf(typed.langLocale);
  const dateLocale = typed.dateLocale.trim() === '' ? langLocale : localeOf(typed.dateLocale);
  const isTaken = language === null && others.some((one) => one.langLocale === langLocale);
  const nameProblem = nameProblemOf(typed.langName);
  const wrong = {
    langName: nameProblem === null ? null : t(nameProblem),
    langLocale:
      langLocale === null ? t('language_locale_wrong') : isTaken ? t('language_locale_taken') : null,
    dateLocale: langLocale !== null && dateLocale === null ? t('language_locale_wrong') : null,
  };
  const [now] = useState(() => Date.now());
  const help = {
    langName: t('language_name_help'),
    langLocale: t('language_locale_help'),
    dateLocale:
      dateLocale === null ? ' ' : t('language_dateLocale_help', { example: exampleOf(dateLocale, now) }),
  };

  const read = () => {
    setTried(true);
    if (Object.values(wrong).some((text) => text !== null) || !langLocale || !dateLocale) return null;
    return { langName: typed.langName.trim(), langLocale, dateLocale };
  };
  const field = (name: keyof Typed) => ({
    value: typed[name],
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
    error: tried && wrong[name] !== null,
    helperText: (tried ? wrong[name] : null) ?? help[name],
    fullWidth: true,
  });
  const spoken = (name: keyof Typed) => ({ role: tried && wrong[name] !== null ? 'alert' : undefined });
  return { field, spoken, read, langLocale };
}

/** Mount it only while it is open. */
export function LanguageDialog(props: LanguageDialogProps) {
  const { language } = props;
  const { t } = useTranslation();
  const formId = useId();
  const { field, spoken, read, langLocale } = useLanguageFields(props);
  const { busy, problem, save } = useSave(props);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = read();
    if (typed) void save(typed);
  };
  const code = { dir: 'ltr', maxLength: 35, spellCheck: false, autoCapitalize: 'none' } as const;
  return (
    <FormDialog
      title={language ? t('language_rename_title', { name: language.langName }) : t('language_add')}
      formId={formId}
      submitText={language ? t('language_save') : t('language_add')}
      busy={busy}
      onClose={props.onClose}
    >
      <Box
        component="form"
        id={formId}
        noValidate
        onSubmit={submit}
        sx={{ display: 'grid', gap: 2.5, pt: 1 }}
      >
        <TextField
          {...field('langName')}
          label={t('language_name')}
          autoFocus
          slotProps={{
            htmlInput: { maxLength: 60, 'aria-required': true, dir: 'auto' },
            formHelperText: spoken('langName'),
          }}
        />
        <TextField
          {...field('langLocale')}
          label={t('language_locale')}
          disabled={language !== null}
          slotProps={{ htmlInput: { ...code, 'aria-required': true }, formHelperText: spoken('langLocale') }}
        />
        <TextField
          {...field('dateLocale')}
          label={t('language_dateLocale')}
          placeholder={langLocale ?? ''}
          slotProps={{
            htmlInput: code,
            inputLabel: { shrink: true },
            formHelperText: { ...spoken('dateLocale'), className: 'tabular' },
          }}
        />
        <ProblemText problem={problem} />
      </Box>
    </FormDialog>
  );
}
