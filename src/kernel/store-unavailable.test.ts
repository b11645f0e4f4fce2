import { describe, expect, it } from 'vitest'
import { EventLogUnavailable } from './event-log.ts'
import { isDiskFull, reasonOf } from './store-unavailable.ts'

const coded = (message: string, code: string): Error => Object.assign(new Error(message), { code })

describe('a full disk', () => {
  it('is detected by the code of PostgreSQL and of the system, also as a cause of EventLogUnavailable', () => {
    const full = coded('could not extend file: No space left on device', '53100')
    expect(
      [full, coded('ENOSPC: no space left', 'ENOSPC'), new EventLogUnavailable('log', { cause: full })].map(isDiskFull),
    ).toEqual([true, true, true])
    expect([new Error('x'), coded('too many connections', '53300'), null].map(isDiskFull)).toEqual([
      false,
      false,
      false,
    ])
    expect(reasonOf(new EventLogUnavailable('append', { cause: full }))).toBe(
      'the disk is full: could not extend file: No space left on device',
    )
  })

  it('is not every reason: otherwise it is the message of the driver or of the error', () => {
    const cause = coded('connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED')
    expect(reasonOf(new EventLogUnavailable('append', { cause }))).toBe('connect ECONNREFUSED 127.0.0.1:5432')
    expect(reasonOf(new EventLogUnavailable('append', { cause: new Error('unknown') }))).toBe('append')
  })
})
