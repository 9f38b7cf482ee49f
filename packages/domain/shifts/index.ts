// Entry point of planned shifts: the plan of a driver, and its moments.
export * from './expand-shifts.ts';
export * from './shift-plan.schema.ts';
