// The red of an open alert: the same by day and by night, dark enough for white words (6.4 to 1).

export const alarmLook = { bgcolor: '#BA1F16', color: '#FFFFFF' } as const;
