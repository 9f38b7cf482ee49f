// Card of one task: distance to the pickup, route, pay, rider, and the time left to answer.

import type { Task } from '@kerb/contract';
import { KM_PER_MILE } from '@kerb/domain/kernel';
import RouteOutlined from '@mui/icons-material/RouteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useCarName } from '../../lib/use-car-types.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { useShortDistance } from '../../lib/use-short-distance.ts';
import { firstNameOf } from '../../ui/first-name.ts';
import { Money } from '../../ui/money.tsx';
import { PrimaryAction } from '../../ui/primary-action.tsx';
import { RatingText } from '../../ui/rating-stars.tsx';
import { Stations } from '../../ui/stations.tsx';
import { TaskCountdown } from './task-countdown.tsx';
import { useOfferShown } from './use-offer-shown.ts';

interface TaskCardProps {
  readonly task: Task;
  /** True while its route is on the map. */
  readonly selected: boolean;
  readonly busy: boolean;
  readonly disabled: boolean;
  readonly onSelect: () => void;
  readonly onAccept: () => void;
  readonly onDecline: () => void;
}

export function TaskCard(props: TaskCardProps) {
  const { task, selected, busy, disabled, onSelect, onAccept, onDecline } = props;
  const { t } = useTranslation();
  const headline = useId();
  useOfferShown(task.booking);
  const Accept = selected ? PrimaryAction : Button;
  return (
    <Box
      component="article"
      aria-labelledby={headline}
      onClick={onSelect}
      sx={{
        display: 'grid',
        gap: 1.75,
        p: 2,
        borderRadius: '18px',
        border: '2px solid',
        borderColor: selected ? 'primary.main' : 'divider',
        bgcolor: 'background.paper',
        cursor: selected ? 'default' : 'pointer',
      }}
    >
      <Headline task={task} id={headline} selected={selected} onSelect={onSelect} />
      <Stations
        compact
        stations={[
          { kind: 'pickup', address: task.pickup.add },
          ...task.waypoints.map(({ add }) => ({ kind: 'stop' as const, address: add })),
          { kind: 'drop', address: task.drop.add },
        ]}
      />
      <Facts task={task} />
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button
          size="large"
          color="inherit"
          disabled={disabled}
          onClick={(event) => {
            event.stopPropagation();
            onDecline();
          }}
          sx={{ flexShrink: 0 }}
        >
          {t('task_decline')}
        </Button>
        <Accept
          size="large"
          fullWidth
          variant={selected ? 'contained' : 'outlined'}
          loading={busy}
          disabled={disabled}
          onClick={(event) => {
            event.stopPropagation();
            onAccept();
          }}
        >
          {t('task_accept')}
        </Accept>
      </Box>
    </Box>
  );
}

interface HeadlineProps {
  readonly task: Task;
  readonly id: string;
  readonly selected: boolean;
  readonly onSelect: () => void;
}

function Headline({ task, id, selected, onSelect }: HeadlineProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography id={id} variant="h3" component="h3" className="tabular">
          {t('task_earns', { amount: money(task.driver_share) })}
        </Typography>
        <Typography color="text.secondary">
          <ToPickup task={task} />
        </Typography>
      </Box>
      <IconButton
        aria-label={t('task_show_route', { reference: task.reference })}
        aria-pressed={selected}
        onClick={(event) => {
          event.stopPropagation();
          onSelect();
        }}
        sx={{ color: selected ? 'text.primary' : 'text.secondary' }}
      >
        <RouteOutlined />
      </IconButton>
      <TaskCountdown expiresAt={task.expiresAt} />
    </Box>
  );
}

function ToPickup({ task }: { task: Task }) {
  const { t } = useTranslation();
  const { duration } = useFormat();
  const inMiles = useSettings()?.convert_to_mile ?? false;
  const shortDistance = useShortDistance();
  if (task.pickup_distance === null || task.pickup_time === null)
    return <>{t(task.afterTrip ? 'task_after_trip_unknown' : 'task_pickup_unknown')}</>;
  return (
    <>
      {t(task.afterTrip ? 'task_after_trip' : 'task_to_pickup', {
        time: duration(task.pickup_time),
        distance: shortDistance(task.pickup_distance * (inMiles ? KM_PER_MILE : 1)),
      })}
    </>
  );
}

function Facts({ task }: { task: Task }) {
  const { t } = useTranslation();
  const carName = useCarName();
  const { dateTime, distance, duration } = useFormat();
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 0.5,
        '& .row': { display: 'flex', justifyContent: 'space-between', gap: 2 },
      }}
    >
      {task.bookLater && (
        <Typography variant="body2" sx={{ fontWeight: 620 }}>
          {t('task_for_later', { time: dateTime(task.tripdate) })}
        </Typography>
      )}
      <Typography variant="body2" component="div" className="row">
        <span>
          {t('task_trip', {
            distance: distance(task.estimateDistance),
            time: duration(task.estimateTime),
          })}
        </span>
        <span>
          {t(`task_pays_${task.payment_mode}`)} <Money amount={task.trip_cost} />
        </span>
      </Typography>
      <Typography variant="body2" component="div" color="text.secondary" className="row">
        <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
          {firstNameOf(task.customer_name)} <RatingText value={task.customer_rating} />
        </Box>
        <span>{carName(task)}</span>
      </Typography>
    </Box>
  );
}
