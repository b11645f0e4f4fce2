/**
 * What the answer to a command shows: the entry as it was read back, where that shows what the command `knows`. Where the projection
 * lags it shows an earlier state or nothing, and the answer is `otherwise`: a command that is stored has one all the same.
 */
export function asStored<Entry extends object>(
  read: Entry | null | undefined,
  knows: Partial<Entry>,
  otherwise: (earlier: Entry | null) => Entry,
): Entry {
  if (!read) return otherwise(null)
  const isCurrent = Object.entries(knows).every(([field, value]) => read[field as keyof Entry] === value)
  return isCurrent ? read : otherwise(read)
}

/** The state of a stream that a command was accepted on. */
export function existing<State extends { readonly status: string }>(
  state: State,
): Exclude<State, { readonly status: 'none' }> {
  if (state.status === 'none') throw new Error('a command was accepted on a stream without a state')
  return state as Exclude<State, { readonly status: 'none' }>
}
