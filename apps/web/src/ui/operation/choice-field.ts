// What fields that choose from a long list are given: the chosen one and the words around it.

export interface ChoiceFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly texts: { readonly label: string; readonly nothingFound: string };
  /** What the choice changes, below it. */
  readonly help?: string;
}
