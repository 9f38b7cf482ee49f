// Column definitions of the languages: name, locales, completeness, default, and actions.
import type { LanguageChoice } from '@kerb/contract';
import Box from '@mui/material/Box';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TableColumn } from '../../ui/data-table/table-column.ts';
import { ToneChip } from '../../ui/tone-chip.tsx';
import { type LanguageAction, LanguageMenu } from './language-menu.tsx';
import type { useMissingCounts } from './use-missing-counts.ts';

type Column = TableColumn<LanguageChoice>;

function Name({ language }: { language: LanguageChoice }) {
  const { t } = useTranslation();
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', minWidth: 0 }}>
      <Box component="bdi" lang={language.langLocale} sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {language.langName}
      </Box>
      {language.default && <ToneChip tone="done">{t('language_default')}</ToneChip>}
    </Box>
  );
}

const Code = ({ children }: { children: string }) => (
  <Box component="bdi" dir="ltr" sx={{ fontFamily: 'monospace', fontSize: '0.875rem' }}>
    {children}
  </Box>
);

function Missing({ count }: { count: number | null | undefined }) {
  const { t } = useTranslation();
  if (count === undefined) return '…';
  if (count === null) return '–';
  return count === 0 ? t('language_complete') : t('language_missing', { count });
}

interface ColumnActions {
  readonly missing: ReturnType<typeof useMissingCounts>;
  readonly onAction: (action: LanguageAction, language: LanguageChoice) => void;
}

export function useLanguageColumns({ missing, onAction }: ColumnActions): readonly Column[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        field: 'langName',
        header: t('language_name'),
        render: (language) => <Name language={language} />,
        width: 200,
        grow: 3,
        card: 'title',
      },
      {
        field: 'langLocale',
        header: t('language_locale'),
        render: ({ langLocale }) => <Code>{langLocale}</Code>,
        width: 110,
        grow: 1,
      },
      {
        field: 'dateLocale',
        header: t('language_dateLocale'),
        render: ({ dateLocale }) => <Code>{dateLocale}</Code>,
        width: 130,
        grow: 1,
        leaves: 1,
      },
      {
        field: 'missing',
        header: t('language_texts'),
        render: (language) => <Missing count={missing(language)} />,
        width: 170,
        grow: 1,
      },
      {
        field: 'actions',
        header: t('language_actions'),
        render: (language) => <LanguageMenu language={language} onAction={onAction} />,
        width: 90,
        card: 'aside',
      },
    ],
    [t, missing, onAction],
  );
}
