// Tests of the CSV of figures: a line for the whole period, each group and each reason, and empty cells for figures
// without enough data.
import type { FigureSet, Figures } from '@kerb/contract';
import { expect, it } from 'vitest';
import { createExportFigures } from './export-figures.ts';

const now: FigureSet = {
  waiting: { bookings: 10, median_secs: 240, p90_secs: 300 },
  completion: { bookings: 11, completed: 10, share: 10 / 11 },
  acceptance: { bookings: 12, offers: 16, accepted: 4, share: 0.25 },
  utilisation: { bookings: 13, duty_secs: 7200, busy_secs: 3600, share: 0.5 },
  time: { bookings: 14, median_ratio: 1.1, p90_error: 0.2 },
  fare: { bookings: 15, median_ratio: 0.95, p90_error: 0.09 },
};
const before: FigureSet = {
  waiting: { bookings: 1, median_secs: null, p90_secs: null },
  completion: { bookings: 2, completed: 0, share: null },
  acceptance: { bookings: 3, offers: 5, accepted: 3, share: null },
  utilisation: null,
  time: { bookings: 4, median_ratio: null, p90_error: null },
  fare: { bookings: 6, median_ratio: null, p90_error: null },
};
const nowCells = '10,240,300,11,10,0.9091,16,4,0.25,7200,3600,0.5,14,1.1,0.2,15,0.95,0.09';
const beforeCells = '1,,,2,0,,5,3,,,,,4,,,6,,';
const admin = { uid: 'of the test', usertype: 'admin', sessionId: 'of the test' } as const;
const noGroup = { hour: null, day: null, day_before: null, area: null };
const cells = ['-3880:-5123', '-3879:-5123'];

const figures: Figures = {
  from: '2026-05-10',
  to: '2026-05-11',
  ongoing: false,
  counted_until: '2026-05-11',
  previous: { from: '2026-05-08', to: '2026-05-09' },
  total: { now, before },
  groups: [
    { ...noGroup, hour: 0, now, before },
    { ...noGroup, day: '2026-05-10', day_before: '2026-05-08', now, before },
    { ...noGroup, area: { name: 'Pocitos, Buceo', cells }, now, before },
    { ...noGroup, area: { name: null, cells }, now, before },
  ],
  reasons: [{ reason: '=1+1', now: 2, before: 1 }],
};

it('contains the total, the groups and the reasons of a period in the columns of the header', async () => {
  const csv = await createExportFigures(async () => figures)(admin, {
    from: figures.from,
    to: figures.to,
    by: 'hour',
  });
  const [header, ...lines] = csv.replace('\uFEFF', '').trim().split('\r\n');
  const measures =
    'waiting_bookings,waiting_median_secs,waiting_p90_secs,ended_bookings,completed_bookings,completion,' +
    'offers,offers_accepted,acceptance,duty_secs,busy_secs,utilisation,' +
    'timed_bookings,time_median_ratio,time_p90_error,priced_bookings,fare_median_ratio,fare_p90_error';
  expect(header).toBe(
    `from,to,group,value,${measures},${measures.replaceAll(/\w+/g, '$&_before')},cancelled,cancelled_before`,
  );
  expect(lines).toEqual([
    `2026-05-10,2026-05-11,total,,${nowCells},${beforeCells},,`,
    `2026-05-10,2026-05-11,hour,0,${nowCells},${beforeCells},,`,
    `2026-05-10,2026-05-11,day,2026-05-10,${nowCells},${beforeCells},,`,
    `2026-05-10,2026-05-11,area,"Pocitos, Buceo",${nowCells},${beforeCells},,`,
    `2026-05-10,2026-05-11,area,'-3880:-5123 -3879:-5123,${nowCells},${beforeCells},,`,
    `2026-05-10,2026-05-11,reason,'=1+1,${','.repeat(36)}2,1`,
  ]);
});
