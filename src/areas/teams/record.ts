/** A team's points and members in one settled gameweek. */
export interface GameweekOfTeam {
  readonly gameweek: number
  readonly teamId: number
  readonly points: number
  /** Members who count: in the team at the kickoff of one of the matches that settled the gameweek. */
  readonly members: number
}

interface Record {
  readonly wins: number
  readonly draws: number
  readonly losses: number
}

/**
 * Returns the records of a league's teams. In each settled gameweek, a team's points per member are compared with the mean of the
 * league's teams: above is a win, equal a draw, below a loss (docs/rules.md R34). Teams without members in a gameweek are left out,
 * and so is a gameweek with fewer than two teams.
 */
export function recordsOf(gameweeks: readonly GameweekOfTeam[]): Map<number, Record> {
  const records = new Map<number, { wins: number; draws: number; losses: number }>()
  for (const teams of Map.groupBy(gameweeks, ({ gameweek }) => gameweek).values()) {
    const playing = teams.filter(({ members }) => members > 0)
    if (playing.length < 2) continue
    // Scaled to integers by the least common multiple of the numbers of members, so that the comparison is exact.
    const common = playing.reduce((all, { members }) => leastCommonMultiple(all, BigInt(members)), 1n)
    const perMember = playing.map(({ points, members }) => (BigInt(points) * common) / BigInt(members))
    const sum = perMember.reduce((all, each) => all + each, 0n)
    for (const [index, { teamId }] of playing.entries()) {
      const record = records.get(teamId) ?? { wins: 0, draws: 0, losses: 0 }
      const above = perMember[index]! * BigInt(playing.length) - sum
      if (above > 0n) record.wins += 1
      else if (above < 0n) record.losses += 1
      else record.draws += 1
      records.set(teamId, record)
    }
  }
  return records
}

function leastCommonMultiple(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b]
  while (y > 0n) [x, y] = [y, x % y]
  return (a / x) * b
}
