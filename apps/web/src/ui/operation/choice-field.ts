// Props of fields that choose from a long list.

export interface ChoiceFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly texts: { readonly label: string; readonly nothingFound: string };
  /** Help text below the field, which explains the effect of the choice. */
  readonly help?: string;
}
