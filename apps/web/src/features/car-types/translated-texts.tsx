// Fields for the translations of a car type: its name, its note, and the descriptions of its choices.
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Controller, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import {
  type EditedLanguage,
  LanguageField,
  languageGrid,
  OtherLanguages,
  useOtherLanguages,
} from '../../ui/other-languages.tsx';
import type { CarTypeForm, ChoiceRow } from './car-type-form.ts';
import { useFieldText } from './use-field-text.ts';

const isFilled = (text: string | undefined): boolean => (text ?? '').trim() !== '';

interface TextProps {
  readonly language: EditedLanguage;
  readonly fallbackText: string;
}

const longest = { name: 60, extra_info: 300 } as const;

function CarTypeText({ field: part, language, fallbackText }: TextProps & { field: 'name' | 'extra_info' }) {
  const { t } = useTranslation();
  const text = useFieldText();
  return (
    <Controller<CarTypeForm, `translations.${string}.${typeof part}`>
      name={`translations.${language.langLocale}.${part}`}
      render={({ field: { ref, value, ...field }, fieldState: { error } }) => (
        <LanguageField
          {...field}
          inputRef={ref}
          value={value ?? ''}
          language={language}
          label={t('field_in_language', { field: t(`cartype_${part}`), language: language.langName })}
          fallbackText={fallbackText}
          longest={longest[part]}
          multiline={part === 'extra_info'}
          problem={error?.type === 'taken' ? t('name_taken') : text(error)}
        />
      )}
    />
  );
}

/** Translations of the name and the note; the default texts are the fields above. */
export function TranslatedTexts() {
  const { t } = useTranslation();
  const { getFieldState } = useFormContext<CarTypeForm>();
  const state = useFormState<CarTypeForm>({ name: 'translations' });
  const [name, note, translations] = useWatch<CarTypeForm, ['name', 'extra_info', 'translations']>({
    name: ['name', 'extra_info', 'translations'],
  });
  const stored = state.defaultValues?.translations;
  const languages = useOtherLanguages([stored]);
  if (languages.length === 0) return null;
  const filled = languages.filter(({ langLocale }) => {
    const texts = translations[langLocale];
    return isFilled(texts?.name) && (isFilled(texts?.extra_info) || !isFilled(note));
  });
  // An error of the whole, or of single fields; those show their own messages.
  const error: { type?: unknown; message?: unknown } | undefined = getFieldState('translations', state).error;
  const tooMuch = error?.type === 'too_much' ? t('cartype_problem_too_much') : '';
  return (
    <OtherLanguages
      filled={filled.length}
      total={languages.length}
      hasProblem={error !== undefined}
      help={t('other_languages_help')}
    >
      {tooMuch !== '' && (
        <Typography role="alert" variant="body2" color="error">
          {tooMuch}
        </Typography>
      )}
      {languages.map((language) => (
        <Box key={language.langLocale} sx={languageGrid}>
          <CarTypeText field="name" language={language} fallbackText={name} />
          <CarTypeText field="extra_info" language={language} fallbackText={note} />
        </Box>
      ))}
    </OtherLanguages>
  );
}

type ListName = 'parcelTypes' | 'options';

function ChoiceText({ name, language, fallbackText }: TextProps & { name: `${ListName}.${number}` }) {
  const text = useFieldText();
  return (
    <Controller<CarTypeForm, `${ListName}.${number}.translations.${string}.description`>
      name={`${name}.translations.${language.langLocale}.description`}
      render={({ field: { ref, value, ...field }, fieldState: { error } }) => (
        <LanguageField
          {...field}
          inputRef={ref}
          value={value ?? ''}
          language={language}
          label={language.langName}
          fallbackText={fallbackText}
          longest={120}
          problem={text(error)}
        />
      )}
    />
  );
}

/** Translations of all rows in one section, which keeps the list above it short. */
export function TranslatedChoices({ name, nameOf }: { name: ListName; nameOf: (at: number) => string }) {
  const { t } = useTranslation();
  const rows: readonly ChoiceRow[] = useWatch<CarTypeForm, ListName>({ name });
  const { errors, defaultValues } = useFormState<CarTypeForm>({ name });
  const languages = useOtherLanguages((defaultValues?.[name] ?? []).map((row) => row?.translations));
  if (languages.length === 0 || rows.length === 0) return null;
  const texts = rows.flatMap(({ translations }) =>
    languages.map(({ langLocale }) => translations?.[langLocale]?.description),
  );
  const listErrors = errors[name];
  const hasProblem =
    Array.isArray(listErrors) &&
    listErrors.some((error: object | undefined) => error && 'translations' in error);
  return (
    <OtherLanguages
      filled={texts.filter(isFilled).length}
      total={texts.length}
      hasProblem={hasProblem}
      help={t('other_languages_help')}
    >
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields belong to the row at this place of the form
        <Box key={at} role="group" aria-label={nameOf(at)} sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
          <Typography variant="subtitle2" component="p" sx={{ overflowWrap: 'anywhere' }}>
            <bdi>{nameOf(at)}</bdi>
          </Typography>
          <Box sx={languageGrid}>
            {languages.map((language) => (
              <ChoiceText
                key={language.langLocale}
                name={`${name}.${at}`}
                language={language}
                fallbackText={row.description}
              />
            ))}
          </Box>
        </Box>
      ))}
    </OtherLanguages>
  );
}
