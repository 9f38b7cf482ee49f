// Skeleton of the documents' cards, shown while loading.
import Box from '@mui/material/Box';
import { Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { documentKinds } from './document-state.ts';

export const cardGrid = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 17rem), 1fr))',
  listStyle: 'none',
  p: 0,
  m: 0,
} as const;

export function DocumentsSkeleton() {
  return (
    <Loading>
      <Box sx={cardGrid}>
        {documentKinds.map((kind) => (
          <Placeholder key={kind} height={{ xs: 172, md: 340 }} />
        ))}
      </Box>
    </Loading>
  );
}
