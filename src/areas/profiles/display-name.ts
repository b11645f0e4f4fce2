/** Returns first and last name if set, else the username (docs/rules.md R130). */
export const displayNameOf = <Username extends string | null>(
  username: Username,
  { firstName, lastName }: { readonly firstName: string | null; readonly lastName: string | null },
): string | Username => [firstName, lastName].filter(Boolean).join(' ') || username
