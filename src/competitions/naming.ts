import type { NamingOf } from '../kernel/naming.ts'
import type { CompetitionEvent } from './events.ts'

/** Whom the events of competitions name. */
export const competitionNaming: NamingOf<CompetitionEvent> = {
  CompetitionCreated: { people: [] },
  CompetitionMoved: { people: [] },
  CompetitionJoined: { people: ['userId'] },
  CompetitionLeft: { people: ['userId'] },
  CupRoundDrawn: { people: ['pairs[].home', 'pairs[].away'] },
  CupRoundDecided: { people: ['scores[].userId', 'winners[]'] },
  KnockoutRoundDecided: { people: ['players[].userId', 'out[]'] },
  CompetitionEnded: { people: ['places[].userId'] },
  PrizeBooked: { people: ['userId'] },
}
