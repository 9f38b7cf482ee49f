// An e-mail or mobile as the console may show it: as it is, hidden for the demonstration, or not there.
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';

/** `value` null: the server keeps it to itself. Written from left to right in every language. */
export function Contact({ value }: { value: string | null }) {
  const { t } = useTranslation();
  if (value === null)
    return (
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {t('hidden_for_demo')}
      </Box>
    );
  if (value === '') return <Missing />;
  return (
    // Of its own direction also where it is cut off: the end goes, not the beginning.
    <Box
      component="bdi"
      dir="ltr"
      sx={{
        display: 'inline-block',
        maxWidth: '100%',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        verticalAlign: 'bottom',
      }}
    >
      {value}
    </Box>
  );
}

/** An empty field: a dash with a label for screen readers. */
export function Missing() {
  const { t } = useTranslation();
  return (
    <Box component="span" role="img" aria-label={t('person_empty')} sx={{ color: 'text.secondary' }}>
      –
    </Box>
  );
}

export function TextOrMissing({ text }: { text: string | null }) {
  return text ? <bdi>{text}</bdi> : <Missing />;
}
