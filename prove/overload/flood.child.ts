// Floods a server from a process of its own: node flood.child.ts <json>
import { setPriority } from 'node:os';
import { flood, floodTask } from './flood.ts';

// The clients are other machines in reality: they must not take the processors from the server.
setPriority(10);
process.on('disconnect', () => process.exit(0));
const report = await flood(floodTask.parse(JSON.parse(process.argv[2] ?? '')));
process.send?.(report, () => process.exit(0));
