// Setting with one factor for each hour of the day, and a button that fills in a typical city's values.
import { typicalCityByHour } from '@kerb/domain/travel-times';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { SettingFieldset } from './setting-fieldset.tsx';
import { useProblemText } from './setting-text.ts';
import { fieldOfList, numberTextOrEmpty } from './settings-form.ts';
import type { SettingProps } from './use-settings-editor.ts';

const MS_PER_HOUR = 3_600_000;

export function HoursSetting({ name, editor }: SettingProps) {
  const { t } = useTranslation();
  const { locale, dateLocale } = useLanguage();
  const problem = useProblemText()(editor.problems[name]);
  const value = editor.valueOf(name);
  const factors = typeof value === 'object' ? value : [];
  return (
    <SettingFieldset name={name} problem={problem}>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fill, minmax(5.5rem, 1fr))' }}>
        {factors.map((factor, hour) => (
          <TextField
            // biome-ignore lint/suspicious/noArrayIndexKey: an hour is known by its place alone
            key={hour}
            label={formatTime(hour * MS_PER_HOUR, dateLocale, 'UTC')}
            value={factor}
            onChange={({ target }) =>
              editor.set(name, factors.with(hour, numberTextOrEmpty(target.value, locale)))
            }
            error={problem !== ''}
            size="small"
            autoComplete="off"
            slotProps={{ htmlInput: { inputMode: 'decimal', maxLength: 6, className: 'tabular' } }}
          />
        ))}
      </Box>
      <Button
        variant="outlined"
        sx={{ mt: 1.5 }}
        onClick={() => editor.set(name, fieldOfList(typicalCityByHour, locale))}
      >
        {t('settings_typical_traffic')}
      </Button>
    </SettingFieldset>
  );
}
