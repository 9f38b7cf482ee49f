// One setting: label, description, control, and the value that another admin has saved in the meantime.
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { kinds } from '../../lib/setting-groups.ts';
import { AmountsSetting } from './amounts-setting.tsx';
import { CategorySetting, PlaceSetting, PolicySetting, UnitSetting } from './choice-settings.tsx';
import { HoursSetting } from './hours-setting.tsx';
import { LineSetting } from './line-setting.tsx';
import { CountrySetting, CurrencySetting, ZoneSetting } from './place-settings.tsx';
import { useSettingText } from './setting-text.ts';
import { SwitchSetting } from './switch-setting.tsx';
import type { SettingProps } from './use-settings-editor.ts';

export function SettingField(props: SettingProps) {
  const { name, editor } = props;
  return (
    <Box id={`setting-${name}`} sx={{ minWidth: 0, scrollMarginTop: 88 }}>
      <Control {...props} />
      {editor.theirs.includes(name) && <Theirs name={name} editor={editor} />}
    </Box>
  );
}

function Control(props: SettingProps) {
  switch (kinds[props.name]) {
    case 'switch':
      return <SwitchSetting {...props} />;
    case 'number':
    case 'text':
    case 'email':
    case 'address':
    case 'handle':
      return <LineSetting {...props} />;
    case 'amounts':
      return <AmountsSetting {...props} />;
    case 'hours':
      return <HoursSetting {...props} />;
    case 'country':
      return <CountrySetting {...props} />;
    case 'timezone':
      return <ZoneSetting {...props} />;
    case 'currency':
      return <CurrencySetting {...props} />;
    case 'category':
      return <CategorySetting {...props} />;
    case 'unit':
      return <UnitSetting {...props} />;
    case 'place':
      return <PlaceSetting {...props} />;
    case 'policy':
      return <PolicySetting {...props} />;
  }
}

function Theirs({ name, editor }: Pick<SettingProps, 'name' | 'editor'>) {
  const { t } = useTranslation();
  const textOf = useSettingText();
  const isTyped = editor.typed[name] !== undefined;
  const theirs = editor.theirValue(name);
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        mt: 1,
        px: 1.5,
        py: 0.5,
        borderRadius: '8px',
        bgcolor: 'background.subtle',
        borderInlineStart: '3px solid',
        borderColor: 'secondary.main',
      }}
    >
      <Typography variant="body2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {isTyped ? t('settings_theirs', { value: textOf(name, theirs) }) : t('settings_theirs_shown')}
      </Typography>
      {isTyped && (
        <Button size="small" sx={{ minHeight: 44 }} onClick={() => editor.set(name, theirs)}>
          {t('settings_use_theirs')}
        </Button>
      )}
    </Box>
  );
}
