// Declarations to regulators: the operator's id in the registry, and the kind of vehicles of each car type.
import type { DeclaredCarType, MobilityProvider } from '@kerb/contract';
import { isolated } from '@kerb/texts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { ToneChip } from '../../ui/tone-chip.tsx';
import { CarTypeDialog } from './car-type-dialog.tsx';
import { ProviderDialog } from './provider-dialog.tsx';
import { Row, Rows } from './row.tsx';

function useDeclaration() {
  const { t } = useTranslation();
  return ({ vehicle_type, propulsion_types, wheelchair_accessible }: DeclaredCarType): string =>
    [
      t(`opendata_vehicle_${vehicle_type}`),
      ...propulsion_types.map((one) => t(`opendata_propulsion_${one}`)),
      ...(wheelchair_accessible ? [t('opendata_wheelchair')] : []),
    ].join(' · ');
}

export function Provider({ provider }: { provider: MobilityProvider }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const critical = useSettings()?.AllowCriticalEditsAdmin ?? false;
  const declaration = useDeclaration();
  const [edited, setEdited] = useState<DeclaredCarType | 'provider' | null>(null);
  const [alert, setAlert] = useState<string | null>(null);
  const edit = (what: DeclaredCarType | 'provider') =>
    critical ? setEdited(what) : setAlert(errorText('demo_mode'));
  const close = () => setEdited(null);
  return (
    <>
      <Rows label={t('opendata_provider')}>
        <Row
          title={t('opendata_provider_id')}
          action={
            <Button
              onClick={() => edit('provider')}
              aria-label={t('opendata_provider_edit')}
              sx={{ minHeight: 44 }}
            >
              {t('opendata_edit')}
            </Button>
          }
        >
          <Box component="bdi" dir="ltr" sx={{ fontFamily: 'monospace' }}>
            {provider.provider_id}
          </Box>
        </Row>
        {provider.carTypes.map((carType) => (
          <Row
            key={carType.id}
            title={
              <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, alignItems: 'center' }}>
                <bdi>{carType.name}</bdi>
                {!carType.declared && <ToneChip tone="due">{t('opendata_undeclared')}</ToneChip>}
              </Box>
            }
            action={
              <Button
                onClick={() => edit(carType)}
                aria-label={t('opendata_car_type_edit', { name: isolated(carType.name) })}
                sx={{ minHeight: 44 }}
              >
                {t('opendata_edit')}
              </Button>
            }
          >
            {declaration(carType)}
          </Row>
        ))}
      </Rows>
      {edited === 'provider' && <ProviderDialog provider_id={provider.provider_id} onClose={close} />}
      {edited !== null && edited !== 'provider' && <CarTypeDialog carType={edited} onClose={close} />}
      <AlertDialog message={alert} onClose={() => setAlert(null)} />
    </>
  );
}
