// Skeleton of the car types, shown while loading.
import Box from '@mui/material/Box';
import { Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';

export function CarSkeleton() {
  return (
    <Loading>
      <Box sx={{ display: 'grid', gap: 0.5 }}>
        {['a', 'b', 'c', 'd'].map((row) => (
          <Placeholder key={row} height={56} />
        ))}
      </Box>
    </Loading>
  );
}
