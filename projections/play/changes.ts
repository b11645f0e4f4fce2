import type { LiveChange } from '../../src/slice/group.ts'

/** Collects the live changes of a batch without duplicates. */
export class Changes {
  private readonly fixtures = new Set<number>()
  private readonly everyone = new Set<LiveChange['topic']>()
  private readonly players = new Set<number>()
  private readonly scorers = new Set<number>()

  fixture(id: number): void {
    this.fixtures.add(id)
  }

  /** Results changed: every page with points is out of date. */
  results(): void {
    for (const topic of ['leaderboard', 'table', 'predictions', 'user'] as const) this.everyone.add(topic)
  }

  /** A player's points changed without a result, by a prize or an achievement. */
  points(userId: number): void {
    this.everyone.add('leaderboard')
    this.scorers.add(userId)
  }

  topic(topic: LiveChange['topic']): void {
    this.everyone.add(topic)
  }

  picksOf(userId: number): void {
    this.players.add(userId)
  }

  list(): readonly LiveChange[] {
    const fixtures: LiveChange[] =
      this.fixtures.size > 0 ? [{ room: 'all', topic: 'fixtures', ids: [...this.fixtures] }] : []
    return [
      ...fixtures,
      ...[...this.everyone].map((topic) => ({ room: 'all', topic })),
      ...[...this.players].map((id) => ({ room: `user:${id}`, topic: 'predictions' })),
      ...[...this.scorers].map((id) => ({ room: `user:${id}`, topic: 'user' })),
    ]
  }
}
