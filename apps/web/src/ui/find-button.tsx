// The button in the console's head that opens its search; which search that is, its screens' frame knows.
import SearchOutlined from '@mui/icons-material/SearchOutlined';
import IconButton from '@mui/material/IconButton';
import { createContext, use } from 'react';
import { useTranslation } from 'react-i18next';

/** Null where there is no search. */
export const OpenFind = createContext<(() => void) | null>(null);

export function FindButton() {
  const { t } = useTranslation();
  const open = use(OpenFind);
  if (!open) return null;
  return (
    <IconButton
      color="inherit"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K /"
      aria-label={t('find')}
      title={t('find_shortcut', { text: t('find'), keys: 'Ctrl K' })}
      onClick={open}
      sx={{ minWidth: 44, minHeight: 44 }}
    >
      <SearchOutlined />
    </IconButton>
  );
}
