/** A kind of private Socket.IO room, which an area declares. */
export interface SocketRoom {
  /** Whether a room name is of this kind. */
  includes(room: string): boolean
  /** How an open page joins: it sends `watch` with one field, and leaves with `unwatch`. */
  readonly watch: {
    readonly field: string
    /** Pattern of the field's value in JSON. */
    readonly pattern: RegExp
    roomOf(value: unknown): string
    /** Whether the subject of the room exists. */
    exists(value: unknown): Promise<boolean>
    /** Whether a page that joins receives the changes it missed since it was opened. */
    readonly replaysMissed: boolean
  }
  /**
   * Frames for a change in a room, and the rooms that receive them; loaded right before sending, in the order of the changes.
   * Without it everyone in the room receives a `change` frame. `present`: users with a socket on this node.
   */
  load?(room: string, ids: readonly number[], present: readonly number[], version: string): Promise<Delivery>
}

interface Delivery {
  readonly to: readonly string[]
  readonly frames: readonly { readonly event: 'change' | 'message'; readonly body: object }[]
}
