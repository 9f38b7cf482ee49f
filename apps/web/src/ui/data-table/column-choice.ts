// Stores the user's choice of columns for each table in this browser.
import { useState } from 'react';
import type { ColumnChoice } from './fit-columns.ts';

const keyOf = (table: string) => `kerb.columns.${table}`;

function isChoice(value: unknown): value is ColumnChoice {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((shown) => typeof shown === 'boolean')
  );
}

/** Empty when nothing valid is stored. */
export function readColumnChoice(table: string): ColumnChoice {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(keyOf(table)) ?? '{}');
    return isChoice(stored) ? stored : {};
  } catch {
    return {};
  }
}

/** An empty choice removes the stored one. */
export function rememberColumnChoice(table: string, choice: ColumnChoice): void {
  try {
    if (Object.keys(choice).length === 0) window.localStorage.removeItem(keyOf(table));
    else window.localStorage.setItem(keyOf(table), JSON.stringify(choice));
  } catch {
    // Private windows may refuse storage; the choice then lasts as long as the screen.
  }
}

export function useColumnChoice(table: string): [ColumnChoice, (choice: ColumnChoice) => void] {
  const [choice, setChoice] = useState(() => readColumnChoice(table));
  const choose = (next: ColumnChoice) => {
    setChoice(next);
    rememberColumnChoice(table, next);
  };
  return [choice, choose];
}
