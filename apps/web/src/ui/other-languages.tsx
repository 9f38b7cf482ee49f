// Expandable section below a default text, with the translations into the other languages of the installation.
import type { LanguageChoice } from '@kerb/contract';
import { directionOf } from '@kerb/texts';
import ExpandMoreOutlined from '@mui/icons-material/ExpandMoreOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Collapse from '@mui/material/Collapse';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../lib/use-format.ts';
import { useSettings } from '../lib/use-settings.ts';

export type EditedLanguage = Pick<LanguageChoice, 'langLocale' | 'langName'>;

const none: readonly LanguageChoice[] = [];

/**
 * Returns the languages to edit beside the default text: all but the default language. The default language is included
 * if a translation for it is stored, from a time when another language was the default.
 */
export function useOtherLanguages(
  stored: readonly (Readonly<Record<string, unknown>> | undefined)[],
): readonly EditedLanguage[] {
  const languages = useSettings()?.languages ?? none;
  return useMemo(
    () =>
      languages.filter(
        (language) => !language.default || stored.some((texts) => texts?.[language.langLocale] !== undefined),
      ),
    [languages, stored],
  );
}

interface OtherLanguagesProps {
  /** Number of translations that are filled in; `total` is the number of fields. */
  readonly filled: number;
  readonly total: number;
  /** Forces the section open while a text is invalid. */
  readonly hasProblem: boolean;
  readonly help: string;
  readonly children: ReactNode;
}

export function OtherLanguages({ filled, total, hasProblem, help, children }: OtherLanguagesProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const id = useId();
  const [opened, setOpened] = useState(false);
  const open = opened || hasProblem;
  return (
    <Box sx={{ border: '1px solid', borderColor: 'divider', borderRadius: '12px', minWidth: 0 }}>
      <Button
        color="inherit"
        fullWidth
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpened(!open)}
        endIcon={
          <ExpandMoreOutlined
            sx={{ transform: open ? 'rotate(180deg)' : 'none', transition: 'transform 150ms' }}
          />
        }
        sx={{ justifyContent: 'space-between', px: 1.5, minHeight: 44, textAlign: 'start', gap: 1 }}
      >
        <Box component="span" sx={{ flexGrow: 1 }}>
          {t('other_languages')}
        </Box>
        <Typography component="span" variant="body2" color="text.secondary" sx={{ flexShrink: 0 }}>
          {t('other_languages_filled', { filled: number(filled, 0), total: number(total, 0) })}
        </Typography>
      </Button>
      <Collapse in={open} id={id} role="group" aria-label={t('other_languages')} unmountOnExit>
        <Box sx={{ display: 'grid', gap: 2, p: 1.5, pt: 0.5, minWidth: 0 }}>
          <Typography variant="body2" color="text.secondary">
            {help}
          </Typography>
          {children}
        </Box>
      </Collapse>
    </Box>
  );
}

/** Fields side by side; one below the other on phones. */
export const languageGrid = {
  display: 'grid',
  gap: 1.5,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
} as const;

type LanguageFieldProps = Pick<
  TextFieldProps,
  'label' | 'multiline' | 'inputRef' | 'name' | 'onBlur' | 'onChange'
> & {
  readonly language: EditedLanguage;
  readonly value: string;
  /** Placeholder: the default text, which is used while the field is empty. */
  readonly fallbackText: string;
  readonly longest: number;
  /** Error text; '' when the text is valid. */
  readonly problem: string;
};

/** Field for a text in one language, with that language's writing direction. */
export function LanguageField({ language, fallbackText, longest, problem, ...field }: LanguageFieldProps) {
  return (
    <TextField
      {...field}
      error={problem !== ''}
      helperText={problem}
      placeholder={fallbackText}
      autoComplete="off"
      fullWidth
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: {
          maxLength: longest,
          lang: language.langLocale,
          dir: directionOf(language.langLocale),
        },
        formHelperText: { role: problem === '' ? undefined : 'alert' },
      }}
    />
  );
}
