// Stores the user's choice of columns for each table in this browser.
import { useState } from 'react';
import { deviceStorage } from '../../lib/browser-storage.ts';
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
  const stored = deviceStorage.readJson(keyOf(table));
  return isChoice(stored) ? stored : {};
}

/** An empty choice removes the stored one. */
export function rememberColumnChoice(table: string, choice: ColumnChoice): void {
  const isEmpty = Object.keys(choice).length === 0;
  deviceStorage.write(keyOf(table), isEmpty ? null : JSON.stringify(choice));
}

export function useColumnChoice(table: string): [ColumnChoice, (choice: ColumnChoice) => void] {
  const [choice, setChoice] = useState(() => readColumnChoice(table));
  const choose = (next: ColumnChoice) => {
    setChoice(next);
    rememberColumnChoice(table, next);
  };
  return [choice, choose];
}
