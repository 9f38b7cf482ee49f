// Panel of the demonstration mode for desks without GPS: states that the car's position is simulated along real roads.
import ScienceOutlined from '@mui/icons-material/ScienceOutlined';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../lib/use-settings.ts';
import type { ReportedPosition } from './use-report-position.ts';

interface DemoPanelProps {
  readonly reported: ReportedPosition;
  /** Text on what to do next in demonstration mode. */
  readonly hint: string;
}

export function DemoPanel({ reported, hint }: DemoPanelProps) {
  const { t } = useTranslation();
  const settings = useSettings();
  const { demo, fast, mayDemonstrate, outside, own, position } = reported;
  if (!mayDemonstrate || !settings) return null;
  const begin = () => own.demonstrate(position && !outside ? position : settings.city.center);
  return (
    <Box
      component="section"
      aria-label={t('demo_drive')}
      sx={{
        display: 'grid',
        px: 2,
        py: 1.25,
        borderRadius: '16px',
        border: '1px dashed',
        borderColor: 'text.disabled',
      }}
    >
      <FormControlLabel
        labelPlacement="start"
        label={
          <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1, fontWeight: 560 }}>
            <ScienceOutlined aria-hidden="true" fontSize="small" />
            {t('demo_drive')}
          </Box>
        }
        control={
          <Switch
            checked={demo}
            onChange={(event) => (event.target.checked ? begin() : own.demonstrate(null))}
          />
        }
        sx={rowLook}
      />
      <Typography variant="body2" color="text.secondary">
        {demo ? hint : t('demo_text')}
      </Typography>
      {demo && (
        <FormControlLabel
          labelPlacement="start"
          label={t('demo_fast')}
          control={<Switch checked={fast} onChange={(event) => own.setFast(event.target.checked)} />}
          sx={rowLook}
        />
      )}
    </Box>
  );
}

const rowLook = { m: 0, minHeight: 44, justifyContent: 'space-between' } as const;
