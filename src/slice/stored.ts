/**
 * Entry for the answer to a stored command: the entry read back, if it has the values that the command `knows`. While the
 * projection lags it is missing or older; then the entry of `otherwise`.
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

/** The state of a stream on which a command was accepted. Throws if the stream has no state. */
export function existing<State extends { readonly status: string }>(
  state: State,
): Exclude<State, { readonly status: 'none' }> {
  if (state.status === 'none') throw new Error('a command was accepted on a stream without a state')
  return state as Exclude<State, { readonly status: 'none' }>
}
