// Setting that is on or off.
import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettingProps } from './use-settings-editor.ts';

export function SwitchSetting({ name, editor, closed }: SettingProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <Box sx={{ display: 'flex', alignItems: 'start', justifyContent: 'space-between', gap: 2 }}>
      <Box sx={{ minWidth: 0, pt: 0.75 }}>
        <Typography component="label" htmlFor={id} sx={{ fontWeight: 560, cursor: 'pointer' }}>
          {t(`setting_${name}`)}
        </Typography>
        <Typography id={`${id}-why`} variant="body2" color="text.secondary">
          {t(`setting_${name}_why`)}
          {closed !== null && (
            <Box component="span" sx={{ display: 'block', color: 'text.primary' }}>
              {closed}
            </Box>
          )}
        </Typography>
      </Box>
      <Switch
        id={id}
        checked={editor.valueOf(name) === true}
        disabled={closed !== null}
        onChange={(_, checked) => editor.set(name, checked)}
        slotProps={{ input: { role: 'switch', name, 'aria-describedby': `${id}-why` } }}
      />
    </Box>
  );
}
