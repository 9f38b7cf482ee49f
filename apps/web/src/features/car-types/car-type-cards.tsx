// Cards of all car types with picture and prices; each links to its editor.

import type { CarType } from '@kerb/domain/fleet';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import LocalTaxiOutlined from '@mui/icons-material/LocalTaxiOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { carTypeIn } from '../../lib/car-texts.ts';
import { formatMoney } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { paths } from '../../lib/paths.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState, ErrorState, Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { AddCarType } from './add-car-type.tsx';
import { CarPicture } from './car-picture.tsx';
import { DeleteCarType } from './delete-car-type.tsx';
import { EXAMPLE_DISTANCE, EXAMPLE_SECONDS, quoteExample } from './quote-example.ts';
import { useCarTypeList } from './use-car-type-list.ts';

const grid = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))',
  maxWidth: 1280,
  m: 0,
  p: 0,
  listStyle: 'none',
} as const;

const addressOf = (id: string): string => `${paths.cartypes}/${encodeURIComponent(id)}`;

export function CarTypeCards() {
  const { t } = useTranslation();
  const { cars, problem, reload } = useCarTypeList();
  const { locale } = useLanguage();
  const [asked, setAsked] = useState<CarType | null>(null);
  if (cars === null && problem !== null) return <ErrorState problem={problem} onRetry={reload} />;
  if (cars === null) return <CardsSkeleton />;
  return (
    <>
      {cars.length === 0 ? (
        <EmptyState
          icon={<LocalTaxiOutlined />}
          title={t('no_cars')}
          text={t('cartype_none_text')}
          action={<AddCarType />}
        />
      ) : (
        <Box component="ul" aria-label={t('nav_cartypes')} sx={grid}>
          {cars.map((car) => (
            <Card key={car.id} car={car} onDelete={() => setAsked(carTypeIn(car, locale))} />
          ))}
        </Box>
      )}
      <DeleteCarType carType={asked} onClose={() => setAsked(null)} />
    </>
  );
}

function Card({ car: stored, onDelete }: { car: CarType; onDelete: () => void }) {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const car = carTypeIn(stored, locale);
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gap: 2,
        p: 2,
        minWidth: 0,
        alignContent: 'start',
        border: '1px solid',
        borderColor: 'divider',
        borderRadius: '16px',
        bgcolor: 'background.paper',
        gridTemplateRows: 'auto auto 1fr auto',
        gridTemplateColumns: 'minmax(0, 1fr)',
      }}
    >
      <CarPicture image={car.image} />
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h5" component="h2" sx={{ overflowWrap: 'anywhere' }}>
          <bdi>{car.name}</bdi>
        </Typography>
        {car.extra_info && (
          <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
            <bdi>{car.extra_info}</bdi>
          </Typography>
        )}
      </Box>
      <Prices car={car} />
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button
          component={Link}
          to={addressOf(car.id)}
          variant="outlined"
          color="inherit"
          fullWidth
          sx={{ minWidth: 0, overflowWrap: 'anywhere' }}
        >
          {t('cartype_edit', { name: car.name })}
        </Button>
        <IconButton aria-label={t('cartype_delete_of', { name: car.name })} onClick={onDelete}>
          <DeleteOutlined />
        </IconButton>
      </Box>
    </Box>
  );
}

/** Number of digits after the decimal point, without trailing zeros. */
const decimalsOf = (value: number): number => String(value).split('.')[1]?.length ?? 0;

function Prices({ car }: { car: CarType }) {
  const { t } = useTranslation();
  const { number, distance, duration } = useFormat();
  const { dateLocale } = useLanguage();
  const settings = useSettings();
  const unit = settings?.convert_to_mile ? 'mile' : 'km';
  const example = settings && quoteExample(car, settings);
  // A rate with more digits than the currency has is shown in full.
  const rate = (amount: number): string =>
    settings
      ? formatMoney(
          amount,
          { ...settings, decimal: Math.max(settings.decimal, decimalsOf(amount)) },
          dateLocale,
        )
      : '';
  const fee =
    car.convenience_fee_type === 'percentage'
      ? t('cartype_percent', { value: number(car.convenience_fees, decimalsOf(car.convenience_fees)) })
      : null;
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 0.5, alignContent: 'start' }}>
      <Fact text={t('cartype_base_fare')} value={<Money amount={car.base_fare} />} />
      <Fact text={t(`cartype_rate_${unit}`)} value={rate(car.rate_per_unit_distance)} />
      <Fact text={t('cartype_rate_per_hour')} value={rate(car.rate_per_hour)} />
      <Fact text={t('cartype_min_fare')} value={<Money amount={car.min_fare} />} />
      <Fact text={t('cartype_fee')} value={fee ?? <Money amount={car.convenience_fees} />} />
      {example && (
        <Fact
          strong
          text={t('cartype_example', {
            distance: distance(EXAMPLE_DISTANCE),
            time: duration(EXAMPLE_SECONDS),
          })}
          value={<Money amount={example.total} strong />}
        />
      )}
    </Box>
  );
}

function Fact({ text, value, strong = false }: { text: string; value: ReactNode; strong?: boolean }) {
  return (
    <Box
      sx={{
        display: 'flex',
        justifyContent: 'space-between',
        alignItems: 'baseline',
        gap: 2,
        ...(strong ? { borderTop: '1px solid', borderColor: 'divider', pt: 1, mt: 0.5 } : {}),
      }}
    >
      <Typography component="dt" variant="body2" color={strong ? 'text.primary' : 'text.secondary'}>
        {text}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ m: 0 }}>
        {value}
      </Typography>
    </Box>
  );
}

function CardsSkeleton() {
  return (
    <Loading>
      <Box sx={grid}>
        {['a', 'b', 'c', 'd'].map((card) => (
          <Placeholder key={card} height={372} />
        ))}
      </Box>
    </Loading>
  );
}
