// Map of one offer round: the pickup, and each candidate's position at that time, coloured by the result of the
// evaluation.
import type { RouteAnswer, Routes } from '@kerb/contract';
import type { AddressedPoint } from '@kerb/domain/geo';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { lazy, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { candidateColours } from '../../map/candidate-colours.ts';
import { type CandidateGroup, type CandidateOnMap, groupOf } from '../../map/candidate-features.ts';
import { KerbMap } from '../../map/kerb-map.tsx';
import { useShownScheme } from '../../ui/preferences.tsx';

const CandidatesLayer = lazy(async () => ({
  default: (await import('../../map/candidates-layer.tsx')).CandidatesLayer,
}));

export type Round = RouteAnswer<Routes['getDispatchReceipt']>['rounds'][number];
export type Candidate = Round['candidates'][number];

interface RoundMapProps {
  readonly number: number;
  readonly pickup: AddressedPoint;
  readonly candidates: readonly Candidate[];
  readonly chosen: string | null;
  readonly onChoose: (driver: string | null) => void;
}

export function RoundMap({ number, pickup, candidates, chosen, onChoose }: RoundMapProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const frame = useRef<HTMLDivElement>(null);
  const seen = useWasVisible(frame);
  const shown = useMemo(
    () =>
      candidates.flatMap((one): CandidateOnMap[] => {
        const { driver, position, eta_in_secs: eta } = one;
        const label = eta === null ? '' : format.duration(eta);
        return position === null ? [] : [{ driver, position, group: groupOf(one), label }];
      }),
    [candidates, format],
  );
  const places = useMemo(() => shown.map(({ position }) => position), [shown]);
  const count = useCallback(
    (group: CandidateGroup) =>
      format.number(candidates.filter((candidate) => groupOf(candidate) === group).length),
    [candidates, format],
  );
  const counts = { asked: count('asked'), eligible: count('eligible'), ineligible: count('ineligible') };
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box
        ref={frame}
        sx={{
          position: 'relative',
          height: { xs: 260, md: 320 },
          overflow: 'hidden',
          border: '1px solid',
          borderColor: 'divider',
          borderRadius: '12px',
          bgcolor: 'background.subtle',
        }}
      >
        {seen && (
          <KerbMap
            name={t('bp_round_map_name')}
            pickup={pickup}
            fitPoints={places}
            description={t('bp_round_map', { number: format.number(number), ...counts })}
          >
            <CandidatesLayer candidates={shown} chosen={chosen} onPick={onChoose} />
          </KerbMap>
        )}
      </Box>
      <MapLegend counts={counts} />
      {shown.length < candidates.length && (
        <Typography variant="body2" color="text.secondary">
          {t(shown.length === 0 ? 'bp_places_none' : 'bp_places_some')}
        </Typography>
      )}
    </Box>
  );
}

const groups: readonly CandidateGroup[] = ['asked', 'eligible', 'ineligible'];

function MapLegend({ counts }: { counts: Readonly<Record<CandidateGroup, string>> }) {
  const { t } = useTranslation();
  const colours = candidateColours(useShownScheme() === 'dark');
  return (
    <Box
      component="ul"
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2.5, rowGap: 0.5, listStyle: 'none', m: 0, p: 0 }}
    >
      {groups.map((group) => (
        <Typography
          key={group}
          component="li"
          variant="body2"
          color="text.secondary"
          sx={{ display: 'flex', alignItems: 'center', gap: 1 }}
        >
          <Box
            component="span"
            aria-hidden="true"
            sx={{
              width: group === 'ineligible' ? 10 : 14,
              height: group === 'ineligible' ? 10 : 14,
              borderRadius: '50%',
              border: '3px solid',
              borderColor: colours[group],
              bgcolor: group === 'eligible' ? 'transparent' : colours[group],
            }}
          />
          {t(`bp_legend_${group}`, { number: counts[group] })}
        </Typography>
      ))}
    </Box>
  );
}

/** True once the element has been visible: a map below the fold loads when the user scrolls to it. */
function useWasVisible(element: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (seen || !element.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [seen, element]);
  return seen;
}
