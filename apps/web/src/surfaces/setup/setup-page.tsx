// /setup: the first run of an installation; afterwards the address shows "not found".
import type { RouteAnswer, Routes } from '@kerb/contract';
import { ApiError } from '@kerb/sdk/client';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useLiveTopic } from '../../lib/live.ts';
import { client } from '../../lib/store.ts';
import { NotFound } from '../../ui/not-found.tsx';
import { ErrorState, ScreenSkeleton } from '../../ui/page-states.tsx';
import { SetupForm } from './setup-form.tsx';
import { SetupFrame } from './setup-frame.tsx';

type Beginning = RouteAnswer<Routes['getSetup']>;

type Known =
  | { readonly is: 'loading' | 'over' }
  | { readonly is: 'failed'; readonly problem: unknown }
  | { readonly is: 'open'; readonly beginning: Beginning };

const isOver = (problem: unknown): boolean => problem instanceof ApiError && problem.code === 'not_found';

export function SetupPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const [known, setKnown] = useState<Known>({ is: 'loading' });

  const look = useCallback(async () => {
    setKnown({ is: 'loading' });
    try {
      setKnown({ is: 'open', beginning: await client.getSetup() });
    } catch (problem) {
      setKnown(isOver(problem) ? { is: 'over' } : { is: 'failed', problem });
    }
  }, []);
  useEffect(() => void look(), [look]);
  // Another operator may have completed the set-up. The form and its input stay until the server confirms it.
  useLiveTopic('catalog', (message) => {
    if (message.type !== 'event') return;
    client.getSetup().catch((problem: unknown) => {
      if (isOver(problem)) setKnown({ is: 'over' });
    });
  });

  switch (known.is) {
    case 'loading':
      return <ScreenSkeleton />;
    case 'over':
      return <NotFound />;
    case 'failed':
      return <ErrorState problem={known.problem} onRetry={() => void look()} />;
    case 'open':
      return (
        <SetupFrame title={t('setup_heading')} text={t('setup_text')}>
          <SetupForm
            beginning={known.beginning}
            mobile={query.get('mobile') ?? ''}
            onOver={() => setKnown({ is: 'over' })}
          />
        </SetupFrame>
      );
  }
}
