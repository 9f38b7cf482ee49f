// The name of a user as lists, receipts and messages show it.

interface Named {
  readonly firstName: string;
  readonly lastName: string;
}

/** First and last name; empty without a user, and for users who have not entered a name. */
export const fullNameOf = (user: Named | null | undefined): string =>
  user ? `${user.firstName} ${user.lastName}`.trim() : '';
