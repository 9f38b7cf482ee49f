// What can be done with one language of the list, behind one button.
import type { LanguageChoice } from '@kerb/contract';
import MoreVertOutlined from '@mui/icons-material/MoreVertOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { type SyntheticEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

export const languageActions = ['edit', 'rename', 'make_default', 'export', 'import', 'delete'] as const;
export type LanguageAction = (typeof languageActions)[number];

interface LanguageMenuProps {
  readonly language: LanguageChoice;
  readonly onAction: (action: LanguageAction, language: LanguageChoice) => void;
}

/** The row around it is opened by click and by key: what is meant for the menu stays in it. */
const stay = (event: SyntheticEvent) => event.stopPropagation();

export function LanguageMenu({ language, onAction }: LanguageMenuProps) {
  const { t } = useTranslation();
  const menuId = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const shown = languageActions.filter((action) => action !== 'make_default' || !language.default);
  return (
    <Box component="span" onClick={stay} onKeyDown={stay} sx={{ position: 'relative', zIndex: 1 }}>
      <IconButton
        aria-label={t('language_more', { name: language.langName })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor === null ? undefined : menuId}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreVertOutlined />
      </IconButton>
      <Menu id={menuId} anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {shown.map((action) => (
          <MenuItem
            key={action}
            onClick={() => {
              setAnchor(null);
              onAction(action, language);
            }}
            sx={{ minHeight: 44, ...(action === 'delete' && { color: 'error.main' }) }}
          >
            {t(`language_${action}`)}
          </MenuItem>
        ))}
      </Menu>
    </Box>
  );
}
