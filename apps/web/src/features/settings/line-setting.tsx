// Single-line setting: a number, a text, or an address.
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { distanceSign } from '../../lib/format-unit.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { kinds } from '../../lib/setting-groups.ts';
import { useProblemText } from './setting-text.ts';
import { numberTextOrEmpty } from './settings-form.ts';
import type { SettingProps } from './use-settings-editor.ts';

/** The unit of a number, and whether it is shown before it. */
function useUnit({ name, editor }: SettingProps): { text: string; isBefore: boolean } | null {
  const { t } = useTranslation();
  const { dateLocale } = useLanguage();
  switch (name) {
    case 'bonus':
      return { text: String(editor.valueOf('symbol')), isBefore: editor.valueOf('swipe_symbol') === false };
    case 'taxRate':
    case 'fareTolerance':
      return { text: '%', isBefore: false };
    case 'offerSeconds':
      return { text: t('settings_seconds'), isBefore: false };
    case 'driverRadius':
      return {
        text: distanceSign(editor.valueOf('convert_to_mile') === true, dateLocale),
        isBefore: false,
      };
    default:
      return null;
  }
}

const types = { email: 'email', address: 'url' } as const;
const modes = { number: 'decimal', email: 'email', address: 'url' } as const;
const isListed = <List extends object>(list: List, kind: PropertyKey): kind is keyof List => kind in list;

export function LineSetting(props: SettingProps) {
  const { name, editor, closed } = props;
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const unit = useUnit(props);
  const problem = useProblemText()(editor.problems[name]);
  const kind = kinds[name];
  const around: ReactNode = unit && (
    <InputAdornment position={unit.isBefore ? 'start' : 'end'}>
      <bdi>{unit.text}</bdi>
    </InputAdornment>
  );
  return (
    <TextField
      name={name}
      label={t(`setting_${name}`)}
      type={isListed(types, kind) ? types[kind] : 'text'}
      value={editor.valueOf(name)}
      onChange={({ target }) =>
        editor.set(name, kind === 'number' ? numberTextOrEmpty(target.value, locale) : target.value)
      }
      disabled={closed !== null}
      error={problem !== ''}
      helperText={problem || (closed ?? t(`setting_${name}_why`))}
      autoComplete="off"
      fullWidth
      slotProps={{
        input: unit?.isBefore ? { startAdornment: around } : { endAdornment: around },
        htmlInput: {
          maxLength: 600,
          inputMode: isListed(modes, kind) ? modes[kind] : 'text',
          ...(kind === 'number' && { className: 'tabular' }),
          // Numbers, addresses and the like are left-to-right in every language; a name or symbol uses its own
          // direction.
          dir: kind === 'text' ? 'auto' : kind === 'number' ? undefined : 'ltr',
        },
        formHelperText: { role: problem === '' ? undefined : 'alert' },
      }}
    />
  );
}
