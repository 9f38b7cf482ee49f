// Entry point of planned shifts: the plan of a driver, and the times of the shifts.
export * from './expand-shifts.ts';
export * from './shift-plan.schema.ts';
