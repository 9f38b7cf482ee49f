// /cartypes: the operator's car types and their prices; /cartypes/new and /cartypes/:id edit one.
import type { CarType } from '@kerb/domain/fleet';
import { textIn } from '@kerb/domain/kernel';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { AddCarType } from '../../features/car-types/add-car-type.tsx';
import { CarTypeCards } from '../../features/car-types/car-type-cards.tsx';
import { CarTypeEditor } from '../../features/car-types/car-type-editor.tsx';
import { useCarTypeList } from '../../features/car-types/use-car-type-list.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { paths } from '../../lib/paths.ts';
import { ConsoleShell } from '../../ui/console-shell.tsx';
import { showLastingNotice } from '../../ui/lasting-notice.tsx';
import { Link } from '../../ui/link.tsx';
import { EmptyState, ErrorState, Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';

export function CarTypesScreen() {
  const { t } = useTranslation();
  return (
    <ConsoleShell title={t('nav_cartypes')} actions={<AddCarType />}>
      <CarTypeCards />
    </ConsoleShell>
  );
}

export function CarTypeScreen() {
  const { id = '' } = useParams();
  return <Editing key={id} id={id} />;
}

function Editing({ id }: { id: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { locale } = useLanguage();
  const { cars, problem, isFresh, reload } = useCarTypeList();
  const isNew = id === 'new';
  const [begun, setBegun] = useState<CarType | null>(null);
  /** Incremented to remount the editor when the car type is reloaded. */
  const [round, setRound] = useState(0);
  const found = cars?.find((one) => one.id === id) ?? null;
  // Concurrent changes do not affect the open editor; a save reports the conflict.
  useEffect(() => {
    if (isFresh) setBegun((before) => before ?? found);
  }, [isFresh, found]);

  const saved = (carType: CarType) => {
    showLastingNotice((say, language) => say('cartype_saved', { name: textIn(carType, 'name', language) }));
    void navigate(paths.cartypes);
  };
  const outdated = () => {
    setBegun(null);
    setRound(round + 1);
    reload();
  };
  const title = isNew
    ? t('cartype_add')
    : t('cartype_edit_title', { name: begun ? textIn(begun, 'name', locale) : '' });
  if (isNew || begun)
    return (
      <ConsoleShell title={title}>
        <CarTypeEditor key={round} carType={begun} onSaved={saved} onOutdated={outdated} />
      </ConsoleShell>
    );
  return (
    <ConsoleShell title={t('nav_cartypes')}>
      {problem !== null ? (
        <ErrorState problem={problem} onRetry={reload} />
      ) : cars === null || !isFresh || found ? (
        <Loading>
          <Placeholder height={560} />
        </Loading>
      ) : (
        <EmptyState
          title={t('cartype_gone')}
          text={t('cartype_gone_text')}
          action={
            <Button component={Link} to={paths.cartypes} variant="outlined">
              {t('nav_cartypes')}
            </Button>
          }
        />
      )}
    </ConsoleShell>
  );
}
