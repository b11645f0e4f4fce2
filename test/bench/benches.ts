import { analytics } from './analytics.ts'
import { append } from './append.ts'
import { appendEventStore } from './append-event-store.ts'
import type { Bench } from './bench.ts'
import { feed } from './feed.ts'
import { idle } from './idle.ts'
import { leagueCold, leagueRules, leagueWarm } from './league.ts'
import { liveBoard, matchPage } from './match-day.ts'
import { gameweek, pick } from './picks.ts'
import { rank } from './rank.ts'
import { board, fixtures } from './reads.ts'
import { rebuild } from './rebuild.ts'
import { retroactive } from './retroactive.ts'
import { scale } from './scale.ts'
import { seal } from './seal.ts'
import { settle } from './settle.ts'
import { users } from './users.ts'

const eventStore = process.env.TEST_EVENTSTORE_URL

/** All benches; the one for EventStoreDB only if `TEST_EVENTSTORE_URL` names a server. */
export const benches: readonly Bench[] = [
  // First: the programs of the next ones stay open.
  idle,
  pick,
  gameweek,
  board,
  fixtures,
  append,
  ...(eventStore ? [appendEventStore(eventStore)] : []),
  settle,
  seal,
  rebuild,
  rank,
  leagueWarm,
  leagueCold,
  leagueRules,
  matchPage,
  liveBoard,
  retroactive,
  feed,
  users,
  analytics,
  scale,
]
