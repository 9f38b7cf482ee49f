// Setting with a list of amounts, which can be added and removed.
import AddOutlined from '@mui/icons-material/AddOutlined';
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useFormat } from '../../lib/use-format.ts';
import { SettingFieldset } from './setting-fieldset.tsx';
import { useProblemText } from './setting-text.ts';
import { numberTextOrEmpty } from './settings-form.ts';
import type { SettingProps } from './use-settings-editor.ts';

const MOST = 12;

export function AmountsSetting({ name, editor }: SettingProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { locale } = useLanguage();
  const id = useId();
  const problem = useProblemText()(editor.problems[name]);
  const value = editor.valueOf(name);
  const amounts = typeof value === 'object' ? value : [];
  const symbol = <bdi>{String(editor.valueOf('symbol'))}</bdi>;
  const isAfter = editor.valueOf('swipe_symbol') === true;
  const remove = (place: number) => {
    editor.set(
      name,
      amounts.filter((_, index) => index !== place),
    );
    document.getElementById(`${id}-add`)?.focus();
  };
  return (
    <SettingFieldset name={name} problem={problem}>
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fill, minmax(11rem, 1fr))' }}>
        {amounts.map((amount, place) => (
          <TextField
            // biome-ignore lint/suspicious/noArrayIndexKey: an amount is known by its place alone
            key={place}
            value={amount}
            onChange={({ target }) =>
              editor.set(name, amounts.with(place, numberTextOrEmpty(target.value, locale)))
            }
            error={problem !== ''}
            size="small"
            autoComplete="off"
            slotProps={{
              htmlInput: {
                'aria-label': t('settings_amount', { number: number(place + 1) }),
                inputMode: 'decimal',
                maxLength: 20,
                className: 'tabular',
              },
              input: {
                startAdornment: !isAfter && <InputAdornment position="start">{symbol}</InputAdornment>,
                endAdornment: (
                  <InputAdornment position="end">
                    {isAfter && symbol}
                    <IconButton
                      aria-label={t('settings_amount_remove', { number: number(place + 1) })}
                      onClick={() => remove(place)}
                      edge="end"
                    >
                      <CloseOutlined fontSize="small" />
                    </IconButton>
                  </InputAdornment>
                ),
              },
            }}
          />
        ))}
        <Button
          id={`${id}-add`}
          variant="outlined"
          startIcon={<AddOutlined />}
          disabled={amounts.length >= MOST}
          onClick={() => editor.set(name, [...amounts, ''])}
        >
          {t('settings_amount_add')}
        </Button>
      </Box>
    </SettingFieldset>
  );
}
