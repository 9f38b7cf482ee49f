// Menu with the actions on one language of the list.
import type { LanguageChoice } from '@kerb/contract';
import MenuItem from '@mui/material/MenuItem';
import { useTranslation } from 'react-i18next';
import { RowMenu } from '../../ui/row-menu.tsx';

export const languageActions = ['edit', 'rename', 'make_default', 'export', 'import', 'delete'] as const;
export type LanguageAction = (typeof languageActions)[number];

interface LanguageMenuProps {
  readonly language: LanguageChoice;
  readonly onAction: (action: LanguageAction, language: LanguageChoice) => void;
}

export function LanguageMenu({ language, onAction }: LanguageMenuProps) {
  const { t } = useTranslation();
  const shown = languageActions.filter((action) => action !== 'make_default' || !language.default);
  return (
    <RowMenu
      label={t('language_more', { name: language.langName })}
      items={(close) =>
        shown.map((action) => (
          <MenuItem
            key={action}
            onClick={() => {
              close();
              onAction(action, language);
            }}
            sx={{ minHeight: 44, ...(action === 'delete' && { color: 'error.main' }) }}
          >
            {t(`language_${action}`)}
          </MenuItem>
        ))
      }
    />
  );
}
