// E-mail or mobile number in the console: the value, a note that the demonstration hides it, or a dash for an empty
// one.
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';

/** `value` null: withheld by the server. Always written left-to-right. */
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
    // Left-to-right also when it is cut, so that the end is cut and not the beginning.
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
