// Details of a user in groups: contact, account, vehicle, bank.

import type { User } from '@kerb/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { hasWallet } from '../../lib/has-wallet.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { useCarName } from '../../lib/use-car-types.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { Contact, TextOrMissing } from './contact.tsx';
import { DrivingRecordGroup } from './driving-record.tsx';
import { Fact, Group } from './fact-group.tsx';
import { useMoment } from './use-moment.ts';

export function PersonDetails({ person }: { person: User }) {
  const { t } = useTranslation();
  const carName = useCarName();
  const { user } = useAuth();
  const withBank = useSettings()?.bank_fields ?? false;
  const { driver } = person;
  const withWallet = hasWallet(person.usertype);
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        // Two columns where there is room, as on the person's page.
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, max(320px, 50% - 8px)), 1fr))',
        alignItems: 'start',
      }}
    >
      <Group title={t('person_contact')}>
        <Fact label={t('person_field_mobile')}>
          <Contact value={person.mobile} />
        </Fact>
        <Fact label={t('person_field_email')}>
          <Contact value={person.email} />
        </Fact>
        <Fact label={t('person_signs_in')}>{t(`login_type_${person.loginType}`)}</Fact>
      </Group>
      <AccountFacts person={person} />
      {driver && <DrivingRecordGroup driver={person.id} />}
      {driver && (
        <Group title={t('person_vehicle')}>
          <Fact label={t('person_field_carType')}>
            <TextOrMissing text={carName(driver) || null} />
          </Fact>
          <Fact label={t('person_field_vehicleNumber')}>
            <TextOrMissing text={driver.vehicleNumber} />
          </Fact>
          <Fact label={t('person_field_vehicleMake')}>
            <TextOrMissing text={driver.vehicleMake} />
          </Fact>
          <Fact label={t('person_field_vehicleModel')}>
            <TextOrMissing text={driver.vehicleModel} />
          </Fact>
          <Fact label={t('person_field_other_info')}>
            <TextOrMissing text={driver.other_info} />
          </Fact>
          {user?.usertype === 'admin' && (
            <Fact label={t('person_field_fleetadmin')}>
              <TextOrMissing text={driver.fleetadminName} />
            </Fact>
          )}
        </Group>
      )}
      {withBank && withWallet && (
        <Group title={t('person_bank')}>
          <Fact label={t('person_field_bankName')}>
            <Contact value={person.bankName} />
          </Fact>
          <Fact label={t('person_field_bankCode')}>
            <Contact value={person.bankCode} />
          </Fact>
          <Fact label={t('person_field_bankAccount')}>
            <Contact value={person.bankAccount} />
          </Fact>
        </Group>
      )}
    </Box>
  );
}

function AccountFacts({ person }: { person: User }) {
  const { t } = useTranslation();
  const moment = useMoment();
  return (
    <Group title={t('person_account')}>
      <Fact label={t('person_field_createdAt')}>
        {person.createdByAdmin
          ? t('person_created_by_admin', { when: moment(person.createdAt) })
          : moment(person.createdAt)}
      </Fact>
      <Fact label={t('person_field_referralId')}>
        <TextOrMissing text={person.referralId} />
      </Fact>
      <Fact label={t('person_field_signupViaReferral')}>
        <TextOrMissing text={person.signupViaReferral} />
      </Fact>
    </Group>
  );
}
