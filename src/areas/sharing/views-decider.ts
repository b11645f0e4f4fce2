import type { Decider } from '../../kernel/decider.ts'
import type { ShareViewsEvent, ViewsOfShare } from './events.ts'

/** Records the totals of views of some shares on a day. */
interface ViewsCommand {
  readonly day: string
  readonly shares: readonly ViewsOfShare[]
}

/** Views by share id. */
type ViewsState = ReadonlyMap<number, number>

/** Decides about the views of a day. Only increased totals cause an event, so a repeated command changes nothing. */
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
