// "Ana is writing…", under the messages, in a line of constant height so that the layout does not jump.
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';

/** `name` of the person typing, or null. */
export function TypingLine({ name }: { readonly name: string | null }) {
  const { t } = useTranslation();
  return (
    <Box
      role="status"
      sx={{ minHeight: 24, px: 2.5, width: '100%', maxWidth: 752, mx: 'auto', flexShrink: 0 }}
    >
      {name !== null && (
        <Typography variant="caption" color="text.secondary" noWrap component="p">
          {t('chat_typing', { name })}
        </Typography>
      )}
    </Box>
  );
}
