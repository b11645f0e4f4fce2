import * as z from 'zod/mini'
import { Id, IsoTime, onOneLine, Person, visible } from '../../contracts/common.ts'

export const TeamRole = z.enum(['captain', 'vice-captain', 'member'])
export type TeamRole = z.infer<typeof TeamRole>

export const LeagueTeamCreate = z.object({
  leagueId: z.optional(Id),
  name: z
    .string('Give the team a name')
    .check(z.trim(), visible('Give the team a name'), onOneLine, z.maxLength(60, 'A name has at most 60 characters')),
  description: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(500)))),
  captainId: z.optional(Id),
  maxMembers: z._default(z.literal([3, 5, 8, 10], 'A team has room for 3, 5, 8 or 10'), 5),
  teamColor: z._default(z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, 'A colour is # and six hex digits')), '#3b82f6'),
})
export const LeagueTeamJoin = z.object({ userId: z.optional(Id), role: z.optional(z.string()) })
export const LeagueTeamRoleChange = z.object({ role: TeamRole })

export const LeagueTeamMember = z.object({
  id: Id,
  userId: Id,
  role: TeamRole,
  /** Match points from the time in the team. */
  contributedPoints: z.int(),
  joinedAt: IsoTime,
  user: Person,
})

export const LeagueTeam = z.object({
  id: Id,
  leagueId: Id,
  name: z.string(),
  description: z.nullable(z.string()),
  captainId: Id,
  maxMembers: z.int(),
  teamColor: z.string(),
  memberCount: z.int(),
  wins: z.int(),
  draws: z.int(),
  losses: z.int(),
  totalPoints: z.int(),
  averageAccuracy: z.number(),
  /** Of all members together. */
  correctPredictions: z.int(),
  settledPredictions: z.int(),
  members: z.array(LeagueTeamMember),
})
export type LeagueTeam = z.infer<typeof LeagueTeam>
