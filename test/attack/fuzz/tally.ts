import { nameOf, type Operation } from './operations.ts'

/** Counts the responses to each call of the document by status. */
export interface Tally {
  note(operation: Operation, status: number): void
  /** Names of the calls without a success. */
  neverSucceeded(): readonly string[]
  /** The status of every response, ascending. */
  statuses(): readonly number[]
  /** A line for each call: calls, successes, refusals by status, and responses of 500 and above or none. */
  table(): readonly string[]
}

export function createTally(operations: readonly Operation[]): Tally {
  const counts = new Map(operations.map((operation) => [nameOf(operation), new Map<number, number>()]))
  const within = (statuses: ReadonlyMap<number, number>, least: number, most: number): number =>
    [...statuses].reduce((sum, [status, count]) => sum + (status >= least && status <= most ? count : 0), 0)
  return {
    note(operation, status) {
      const statuses = counts.get(nameOf(operation))!
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    },
    neverSucceeded: () => [...counts].flatMap(([name, statuses]) => (within(statuses, 200, 299) > 0 ? [] : [name])),
    statuses: () =>
      [...counts.values()]
        .flatMap((statuses) => [...statuses].flatMap(([status, count]) => Array<number>(count).fill(status)))
        .sort((a, b) => a - b),
    table() {
      const rows = [...counts].map(([name, statuses]) => {
        const refused = [...statuses]
          .filter(([status]) => status >= 300 && status < 500)
          .sort(([a], [b]) => a - b)
          .map(([status, count]) => `${count} × ${status}`)
        const faults = within(statuses, 500, 599) + within(statuses, 0, 0)
        return [name, within(statuses, 0, 599), within(statuses, 200, 299), refused.join(', ') || '-', faults].join(
          ' | ',
        )
      })
      return ['call | calls | 2xx | 4xx | 5xx', ...rows]
    },
  }
}
