/** A person who gets a message, named where it fails. */
export interface Recipient {
  readonly id: string;
  readonly name: string;
}
