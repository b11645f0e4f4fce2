import { nameRefusals, problemsOf } from '../../slice/problem.ts'
import type { LeagueRefusal } from './league-decider.ts'

/** The problem response of a rejection. */
export const leagueProblem = problemsOf<LeagueRefusal>({
  'league-not-found': [404, 'League not found'],
  'no-such-code': [404, 'There is no league with this join code'],
  'already-member': [409, 'You are already a member of this league'],
  'not-a-member': [404, 'You are not a member of this league'],
  'member-not-found': [404, 'Member not found'],
  'not-the-admin': [403, 'Only the admin of the league can do this'],
  'admin-not-a-member': [400, 'The new admin must be a member of the league', 'adminId'],
  'season-has-begun': [409, 'No gameweek is left to begin. New rules can start with the next season.'],
  'gameweek-has-begun': [409, 'It is too late for this gameweek'],
  'not-the-next-gameweek': [409, 'New rules start with the next gameweek'],
  'no-upcoming-rules': [409, 'There is no change to take back. Rules stay once their gameweek has begun.'],
  ...nameRefusals,
})
