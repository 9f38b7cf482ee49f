// Row of small figures, each with its name below it.
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Loading } from './page-states.tsx';
import { Placeholder } from './placeholder.tsx';

export interface Figure {
  readonly name: string;
  readonly value: string;
}

/** One row on wide screens; four figures form two rows on a phone. */
const gridOf = (count: number) => ({
  display: 'grid',
  gap: 1,
  gridTemplateColumns: {
    xs: `repeat(${count === 4 ? 2 : count}, minmax(0, 1fr))`,
    sm: `repeat(${count}, minmax(0, 1fr))`,
  },
  m: 0,
});

/** `figures` is null until they have loaded; `count` is the number of placeholders until then. */
export function Figures({ figures, count }: { figures: readonly Figure[] | null; count: number }) {
  if (!figures)
    return (
      <Loading>
        <Box sx={gridOf(count)}>
          {Array.from({ length: count }, (_, at) => `figure ${at}`).map((key) => (
            <Placeholder key={key} height={72} />
          ))}
        </Box>
      </Loading>
    );
  return (
    <Box component="dl" sx={gridOf(count)}>
      {figures.map(({ name, value }) => (
        <Box
          key={name}
          sx={{
            display: 'flex',
            flexDirection: 'column-reverse',
            justifyContent: 'flex-end',
            minWidth: 0,
            px: 2,
            py: 1.5,
            borderRadius: '12px',
            bgcolor: 'background.subtle',
          }}
        >
          <Typography component="dt" variant="body2" color="text.secondary">
            {name}
          </Typography>
          <Typography
            component="dd"
            className="tabular"
            sx={{ m: 0, fontSize: '1.25rem', fontWeight: 680, letterSpacing: '-0.01em' }}
          >
            {value}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
