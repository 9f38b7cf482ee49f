// The colours of the candidates of an offer round, on the map and in its legend.
import type { CandidateGroup } from './candidate-features.ts';

export const candidateColours = (dark: boolean): Readonly<Record<CandidateGroup, string>> =>
  dark
    ? { asked: '#8AB4FF', eligible: '#3DDC97', ineligible: '#9AA1AD' }
    : { asked: '#1B57C2', eligible: '#0B8A5B', ineligible: '#6B7280' };
