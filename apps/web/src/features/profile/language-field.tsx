// Field for the language of the interface; a change applies at once and is stored with the account.

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { offeredLanguages, switchLanguage } from '../../lib/i18n/index.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { settleLanguage } from '../../lib/own-language.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { Segmented } from '../../ui/segmented.tsx';

export function LanguageField() {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const errorText = useErrorText();
  const [saved, setSaved] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);

  const choose = async (wanted: string) => {
    setSaved(false);
    setProblem(null);
    try {
      await switchLanguage(wanted);
      await settleLanguage();
      setSaved(true);
    } catch (error) {
      setProblem(error);
    }
  };

  return (
    <Box sx={{ display: 'grid', gap: 1, maxWidth: 420 }}>
      <Segmented
        label={t('language')}
        value={locale}
        options={offeredLanguages().map((one) => ({ value: one.locale, text: one.name }))}
        onChange={(wanted) => void choose(wanted)}
        wraps
      />
      <Typography role="status" variant="body2" color="text.secondary">
        {saved && t('language_saved')}
      </Typography>
      {problem !== null && (
        <Typography role="alert" variant="body2" color="error">
          {errorText(problem)}
        </Typography>
      )}
    </Box>
  );
}
