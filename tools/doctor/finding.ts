// Type, constructors and text format of the findings of npm run doctor.

/** `warning` needs attention soon; `problem` means that something does not work or data may be lost. */
export type Level = 'ok' | 'warning' | 'problem';

export interface Finding {
  /** Name of the check, such as "disk". */
  readonly name: string;
  readonly level: Level;
  /** Result of the check as a short text. */
  readonly found: string;
  /** Advice for the operator; present for warnings and problems. */
  readonly advice?: string;
}

export const ok = (name: string, found: string): Finding => ({ name, level: 'ok', found });

export const warning = (name: string, found: string, advice: string): Finding => ({
  name,
  level: 'warning',
  found,
  advice,
});

export const problem = (name: string, found: string, advice: string): Finding => ({
  name,
  level: 'problem',
  found,
  advice,
});

const marks: Readonly<Record<Level, string>> = { ok: '✔', warning: '!', problem: '✗' };

export function lineOf({ name, level, found, advice }: Finding): string {
  const line = `  ${marks[level]} ${name.padEnd(22)} ${found}`;
  return advice === undefined ? line : `${line}\n    → ${advice}`;
}
