// Child process that floods a server: node flood.child.ts <json>
import { setPriority } from 'node:os';
import { flood, floodTask } from './flood.ts';

// In reality the clients are other machines, so they must not take processor time from the server.
setPriority(10);
process.on('disconnect', () => process.exit(0));
const report = await flood(floodTask.parse(JSON.parse(process.argv[2] ?? '')));
process.send?.(report, () => process.exit(0));
