// Slice of the driver's tasks: NEW bookings with an open offer to this driver, sorted by expiry.
import type { Task } from '@kerb/contract';
import { createAsyncSlice } from './async-slice.ts';
import { isSignedOut } from './auth.slice.ts';
import { createCall } from './thunk.ts';

export const fetchTasks = createCall(
  'taskdata/fetchTasks',
  async (client) => (await client.listTasks()).items,
);

export const taskSlice = createAsyncSlice({
  name: 'taskdata',
  initial: { tasks: null as readonly Task[] | null },
  fetch: fetchTasks,
  store: (tasks) => ({ tasks }),
  resetOn: isSignedOut,
});
