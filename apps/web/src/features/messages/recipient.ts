/** A recipient of a message; the name is shown when sending fails. */
export interface Recipient {
  readonly id: string;
  readonly name: string;
}
