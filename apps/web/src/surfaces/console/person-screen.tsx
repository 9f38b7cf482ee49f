// /people/:id: one user, with the actions on their account and all stored details.
import type { User } from '@kerb/contract';
import type { Usertype } from '@kerb/domain/identity';
import { ApiError } from '@kerb/sdk/client';
import ArrowBackOutlined from '@mui/icons-material/ArrowBackOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { DocumentsPanel } from '../../features/documents/documents-panel.tsx';
import { AuditTrail } from '../../features/people/audit-trail.tsx';
import { PersonDetails } from '../../features/people/person-details.tsx';
import { PersonBookings, PersonRatings, PersonWallet } from '../../features/people/person-entries.tsx';
import { PersonHeader } from '../../features/people/person-header.tsx';
import { PersonReferrals } from '../../features/people/person-referrals.tsx';
import { answers } from '../../lib/answers.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useLiveTopic } from '../../lib/live.ts';
import { paths } from '../../lib/paths.ts';
import { shownResponse } from '../../lib/shown-response.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { ConsoleShell } from '../../ui/console-shell.tsx';
import { Link } from '../../ui/link.tsx';
import { EmptyState, ErrorState, Loading } from '../../ui/page-states.tsx';
import { PillLinks, usePill } from '../../ui/pill-links.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { visuallyHidden } from '../../ui/visually-hidden.ts';
import { PersonButtons } from './person-buttons.tsx';

const listOf: Record<Usertype, string> = {
  rider: paths.riders,
  driver: paths.drivers,
  fleetadmin: paths.fleetadmins,
  admin: paths.alladmin,
};

const parts = ['details', 'bookings', 'wallet', 'referrals', 'documents', 'ratings', 'audit'] as const;
type Part = (typeof parts)[number];

/** The parts of the page by the role of the shown user; only admins see referrals. */
function partsOf(usertype: Usertype, isAdmin: boolean): readonly Part[] {
  const forViewer = (shown: readonly Part[]) => shown.filter((part) => isAdmin || part !== 'referrals');
  switch (usertype) {
    case 'driver':
      return forViewer(parts);
    case 'rider':
      return forViewer(['details', 'bookings', 'wallet', 'referrals', 'audit']);
    case 'fleetadmin':
      return ['details', 'wallet', 'audit'];
    case 'admin':
      return ['details', 'audit'];
  }
}

export function PersonScreen() {
  const { id = '' } = useParams();
  return <PersonPage key={id} id={id} />;
}

/** An invalid id in the address also counts as a missing user. */
const isMissingPerson = (problem: unknown) =>
  problem instanceof ApiError && (problem.code === 'not_found' || problem.code === 'invalid_input');

/** Whether a live event has reported that the user was deleted; their record cannot be loaded any more. */
function useIsDeleted(id: string): boolean {
  const [isDeleted, setDeleted] = useState(false);
  useLiveTopic('people', (message) => {
    if (message.type === 'event' && message.name === 'user.deleted' && message.data.uid === id)
      setDeleted(true);
  });
  return isDeleted;
}

function PersonPage({ id }: { id: string }) {
  const { t } = useTranslation();
  const isDeleted = useIsDeleted(id);
  const { answer: person, problem, reload } = shownResponse(answers.getUser.useQuery({ params: { id } }));
  const isMissing = isDeleted || isMissingPerson(problem);
  // A user who was deleted after their record had loaded is shown as missing.
  if (person && !isMissing) {
    return (
      <ConsoleShell title={t(`usertype_${person.usertype}`)}>
        <Full person={person} />
      </ConsoleShell>
    );
  }
  return (
    <ConsoleShell title={t('person_title')}>
      {problem === null && !isMissing ? (
        <PersonSkeleton />
      ) : isMissing ? (
        <EmptyState
          title={t('person_not_found')}
          text={t('person_not_found_text')}
          action={
            <Button component={Link} to={paths.dashboard} variant="outlined">
              {t('nav_dashboard')}
            </Button>
          }
        />
      ) : (
        <ErrorState problem={problem} onRetry={reload} />
      )}
    </ConsoleShell>
  );
}

interface FullProps {
  readonly person: User;
}

function Full({ person }: FullProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { direction } = useLanguage();
  const { user } = useAuth();
  const shown = partsOf(person.usertype, user?.usertype === 'admin');
  const asked = usePill('part', parts);
  const part = shown.includes(asked) ? asked : 'details';
  const list = listOf[person.usertype];
  return (
    <Box sx={{ display: 'grid', gap: 3, maxWidth: 1120, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ marginInlineStart: -1.5 }}>
        <Button
          component={Link}
          to={list}
          size="small"
          startIcon={<ArrowBackOutlined sx={{ transform: direction === 'rtl' ? 'scaleX(-1)' : 'none' }} />}
        >
          {t(`people_label_${person.usertype}`)}
        </Button>
      </Box>
      <PersonHeader
        person={person}
        actions={<PersonButtons person={person} onDeleted={() => void navigate(list, { replace: true })} />}
      />
      <PillLinks
        label={t('person_parts')}
        param="part"
        value={part}
        pills={shown.map((value) => ({ value, text: t(`person_tab_${value}`) }))}
      />
      <Box component="section" sx={{ minWidth: 0 }}>
        <Box component="h2" sx={visuallyHidden}>
          {t(`person_tab_${part}`)}
        </Box>
        {content(part, person)}
      </Box>
    </Box>
  );
}

function content(part: Part, person: User): ReactNode {
  switch (part) {
    case 'details':
      return <PersonDetails person={person} />;
    case 'bookings':
      return <PersonBookings id={person.id} />;
    case 'wallet':
      return <PersonWallet id={person.id} usertype={person.usertype} />;
    case 'referrals':
      return <PersonReferrals id={person.id} />;
    case 'documents':
      return <DocumentsPanel driver={person.id} />;
    case 'ratings':
      return <PersonRatings id={person.id} />;
    case 'audit':
      return <AuditTrail id={person.id} />;
  }
}

function PersonSkeleton() {
  return (
    <Loading>
      <Box sx={{ display: 'grid', gap: 3, maxWidth: 1120 }}>
        <Placeholder width={120} height={32} />
        <Placeholder height={96} />
        <Placeholder width="60%" height={40} />
        <Placeholder height={240} />
      </Box>
    </Loading>
  );
}
