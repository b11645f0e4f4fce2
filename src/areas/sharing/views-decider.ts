import type { Decider } from '../../kernel/decider.ts'
import type { ShareViewsEvent, ViewsOfShare } from './events.ts'

/** Notes how many have viewed some shares on a day so far. */
export interface ViewsCommand {
  readonly day: string
  readonly shares: readonly ViewsOfShare[]
}

/** The views of each share. */
export type ViewsState = ReadonlyMap<number, number>

/** The views of a day. What is known already is not said again, so a note that is sent twice changes nothing. */
export const viewsDecider: Decider<ViewsCommand, ShareViewsEvent, ViewsState, never> = {
  initialState: new Map(),

  evolve(state, { data }) {
    const known = new Map(state)
    for (const { shareId, views } of data.shares) known.set(shareId, views)
    return known
  },

  decide({ day, shares }, known) {
    const more = shares.filter(({ shareId, views }) => views > (known.get(shareId) ?? 0))
    return more.length === 0 ? [] : [{ type: 'SharesViewed', data: { day, shares: more } }]
  },
}
