import { ContainerModule } from 'inversify'
import { competitionsGroup } from '../../projections/competitions/projector.ts'
import { isDeletedAccount } from '../accounts/queries.ts'
import { allowances } from '../competitions/allowances.ts'
import { competitionColumns } from '../competitions/columns.ts'
import { type Competitions, createCompetitions } from '../competitions/commands.ts'
import type { CompetitionEvent } from '../competitions/events.ts'
import { competitionIds } from '../competitions/ids.ts'
import { competitionLetters } from '../competitions/letters.ts'
import { competitionNaming } from '../competitions/naming.ts'
import { createPoints } from '../competitions/points.ts'
import { COMPETITION_REACTOR, createCompetitionReactor } from '../competitions/reactor.ts'
import { competitionRows } from '../competitions/read-model.ts'
import { competitionRoutes } from '../competitions/routes.ts'
import { identifier, PARTS, TYPES } from '../identifiers.ts'
import { type Hearing, heardIn } from '../kernel/event.ts'
import { EventLogUnavailable } from '../kernel/event-log.ts'
import type { Area } from './area.ts'
import { FIXTURES } from './fixtures.ts'

export const COMPETITIONS = { Competitions: identifier<Competitions>('Competitions') } as const

/** How long the read model of people may be behind before an event is tried again. */
const CAUGHT_UP_MS = 5_000

const module = new ContainerModule(({ bind }) => {
  bind(COMPETITIONS.Competitions).toResolvedValue(
    ({ db }, handler, ids) => createCompetitions({ db, handler, ids }),
    [TYPES.Database, TYPES.Handler, TYPES.Ids],
  )
  bind(PARTS.Routes).toResolvedValue(
    ({ db }, competitions, seasons, { passed }) => competitionRoutes({ db, competitions, seasons, passed }),
    [TYPES.Database, COMPETITIONS.Competitions, FIXTURES.Seasons, TYPES.Engine],
  )
  bind(PARTS.Reactor).toResolvedValue(
    ({ db }, handler, ids, { passed, reached }) =>
      createCompetitionReactor({
        handler,
        ids,
        points: createPoints({ db, passed }),
        async isDeleted(userId, at) {
          if (await reached('people', at, CAUGHT_UP_MS)) return isDeletedAccount(db, userId)
          throw new EventLogUnavailable('the read model of people is behind')
        },
      }),
    [TYPES.Database, TYPES.Handler, TYPES.Ids, TYPES.Progress],
  )
  bind(PARTS.BooksResults).toConstantValue(COMPETITION_REACTOR)
})

/** A competition that was made stays: players may have joined it. */
const taken = {
  CompetitionCreated: false,
  CompetitionMoved: true,
  CompetitionJoined: true,
  CompetitionLeft: true,
  CupRoundDrawn: true,
  CupRoundDecided: true,
  KnockoutRoundDecided: true,
  CompetitionEnded: true,
  PrizeBooked: true,
} as const satisfies Hearing<CompetitionEvent>

/** Competitions of the game and of administrators, their rounds and prizes. */
export const competitions: Area = {
  name: 'competitions',
  naming: competitionNaming,
  module,
  groups: () => [competitionsGroup],
  rows: competitionRows,
  columns: competitionColumns,
  allowances,
  ids: [competitionIds],
  takenBack: heardIn(taken),
  letters: competitionLetters,
  person: [
    { view: 'competition_participants', by: ['user_id'] },
    { view: 'competition_ties', by: ['home', 'away', 'winner'] },
    { view: 'competition_round_players', by: ['user_id'] },
    { view: 'competition_prizes', by: ['user_id'] },
  ],
}
