// Button that opens the form for a new car type; disabled with a reason in demonstration mode.
import AddOutlined from '@mui/icons-material/AddOutlined';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { CompactButton } from '../../ui/compact-button.tsx';

export function AddCarType() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const critical = useSettings()?.AllowCriticalEditsAdmin ?? false;
  const [alert, setAlert] = useState<string | null>(null);
  return (
    <>
      <CompactButton
        variant="contained"
        icon={<AddOutlined />}
        text={t('cartype_add')}
        onClick={() => (critical ? void navigate(`${paths.cartypes}/new`) : setAlert(errorText('demo_mode')))}
      />
      <AlertDialog message={alert} onClose={() => setAlert(null)} />
    </>
  );
}
