// Button above the console's links that opens the search, which OpenFind provides.
import SearchOutlined from '@mui/icons-material/SearchOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { createContext, use } from 'react';
import { useTranslation } from 'react-i18next';

/** Context with the function that opens the search; null without a search. */
export const OpenFind = createContext<(() => void) | null>(null);

/** Key names as printed on keyboards; not translated. */
const keys = 'Ctrl K';

export function FindButton({ isSlim = false }: { isSlim?: boolean }) {
  const { t } = useTranslation();
  const open = use(OpenFind);
  if (!open) return null;
  return (
    <Button
      variant="outlined"
      color="inherit"
      fullWidth
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K /"
      aria-label={t('find')}
      startIcon={isSlim ? undefined : <SearchOutlined />}
      onClick={open}
      sx={{
        justifyContent: isSlim ? 'center' : 'flex-start',
        minWidth: 0,
        minHeight: 44,
        mb: 1,
        px: isSlim ? 0 : 1.5,
        color: 'text.secondary',
      }}
    >
      {isSlim ? <SearchOutlined fontSize="small" /> : <FindText />}
    </Button>
  );
}

function FindText() {
  const { t } = useTranslation();
  return (
    <>
      {t('find')}
      <Box
        component="span"
        // Hidden on phones, which have no such keys.
        sx={{ marginInlineStart: 'auto', display: { xs: 'none', lg: 'inline' }, fontSize: '0.8125rem' }}
      >
        {keys}
      </Box>
    </>
  );
}
