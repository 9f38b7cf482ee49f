// A setting with one factor for each hour of the day, and a button that fills in those of a typical city.
import { typicalCityByHour } from '@kerb/domain/travel-times';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useProblemText } from './setting-text.ts';
import { fieldOfList, keepNumber } from './settings-form.ts';
import type { SettingProps } from './use-settings-editor.ts';

const MS_PER_HOUR = 3_600_000;

export function HoursSetting({ name, editor }: SettingProps) {
  const { t } = useTranslation();
  const { locale, dateLocale } = useLanguage();
  const id = useId();
  const problem = useProblemText()(editor.problems[name]);
  const value = editor.valueOf(name);
  const factors = typeof value === 'object' ? value : [];
  return (
    <Box component="fieldset" aria-describedby={`${id}-why`} sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
      <Typography component="legend" sx={{ p: 0, fontWeight: 560 }}>
        {t(`setting_${name}`)}
      </Typography>
      <Typography id={`${id}-why`} variant="body2" color="text.secondary" sx={{ mb: 1.5 }}>
        {t(`setting_${name}_why`)}
      </Typography>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fill, minmax(5.5rem, 1fr))' }}>
        {factors.map((factor, hour) => (
          <TextField
            // biome-ignore lint/suspicious/noArrayIndexKey: an hour is known by its place alone
            key={hour}
            label={formatTime(hour * MS_PER_HOUR, dateLocale, 'UTC')}
            value={factor}
            onChange={({ target }) => editor.set(name, factors.with(hour, keepNumber(target.value, locale)))}
            error={problem !== ''}
            size="small"
            autoComplete="off"
            slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 6, className: 'tabular' } }}
          />
        ))}
      </Box>
      {problem !== '' && (
        <FormHelperText error role="alert">
          {problem}
        </FormHelperText>
      )}
      <Button
        variant="outlined"
        sx={{ mt: 1.5 }}
        onClick={() => editor.set(name, fieldOfList(typicalCityByHour, locale))}
      >
        {t('settings_typical_traffic')}
      </Button>
    </Box>
  );
}
