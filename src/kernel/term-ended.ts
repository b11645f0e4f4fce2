/** A wait ended because this node no longer leads, or pauses to purge. The next leader, or this node afterwards, does the work. */
export class TermEnded extends Error {
  override readonly name = 'TermEnded'
}
