// Details panel of one booking beside the table: status, route, rider and driver, amounts and actions.
import type { Usertype } from '@kerb/domain/identity';
import { useTranslation } from 'react-i18next';
import { ActionButtons } from '../../features/booking-actions/action-buttons.tsx';
import type { BookingActions } from '../../features/booking-actions/use-booking-actions.tsx';
import { BookingAmounts } from '../../features/booking-page/booking-amounts.tsx';
import { BookingHeader } from '../../features/booking-page/booking-header.tsx';
import { BookingPeople } from '../../features/booking-page/booking-people.tsx';
import { PageCard } from '../../features/booking-page/page-card.tsx';
import { answers } from '../../lib/answers.ts';
import { shownResponse } from '../../lib/shown-response.ts';
import { ErrorState, Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { Stations } from '../../ui/stations.tsx';

interface BookingPeekProps {
  readonly id: string;
  readonly usertype: Usertype;
  readonly onAction: BookingActions['start'];
}

export function BookingPeek({ id, usertype, onAction }: BookingPeekProps) {
  const { t } = useTranslation();
  const { answer, problem, reload } = shownResponse(answers.getBooking.useQuery({ params: { id } }));
  if (answer === null)
    return problem === null ? (
      <Loading>
        <Placeholder height={320} />
      </Loading>
    ) : (
      <ErrorState problem={problem} onRetry={reload} />
    );
  return (
    <>
      <BookingHeader
        booking={answer}
        actions={<ActionButtons booking={answer} usertype={usertype} onAction={onAction} />}
      />
      <PageCard title={t('bp_way')}>
        <Stations
          stations={[
            { kind: 'pickup', address: answer.pickupAddress },
            ...answer.waypoints.map(({ add }) => ({ kind: 'stop' as const, address: add })),
            { kind: 'drop', address: answer.dropAddress },
          ]}
        />
      </PageCard>
      <PageCard title={t('bp_people')}>
        <BookingPeople booking={answer} seesRider={usertype === 'admin'} seesDriver />
      </PageCard>
      <PageCard title={t('bp_amounts')}>
        <BookingAmounts booking={answer} />
      </PageCard>
    </>
  );
}
