// Fieldset of a setting with several fields: name, description, fields and error.
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettingProps } from './use-settings-editor.ts';

interface SettingFieldsetProps {
  readonly name: SettingProps['name'];
  /** '' without an error. */
  readonly problem: string;
  readonly children: ReactNode;
}

export function SettingFieldset({ name, problem, children }: SettingFieldsetProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <Box component="fieldset" aria-describedby={`${id}-why`} sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
      <Typography component="legend" sx={{ p: 0, fontWeight: 560 }}>
        {t(`setting_${name}`)}
      </Typography>
      <Typography id={`${id}-why`} variant="body2" color="text.secondary" sx={{ mb: 1.5 }}>
        {t(`setting_${name}_why`)}
      </Typography>
      {children}
      {problem !== '' && (
        <FormHelperText error role="alert">
          {problem}
        </FormHelperText>
      )}
    </Box>
  );
}
