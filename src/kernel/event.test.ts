import { expect, test } from 'vitest'
import { type Event, type Heard, type Hearing, heardIn, type Recorded } from './event.ts'

type Scored = Event<'Scored', { minute: number }>
type Booked = Event<'Booked', { player: string }>

test('a hearing names every event of its union, and what it hears is typed by that', () => {
  const hearing = { Scored: true, Booked: false } as const satisfies Hearing<Scored | Booked>
  // @ts-expect-error: an event that is neither heard nor named as unheard does not compile
  const deaf = { Scored: true } as const satisfies Hearing<Scored | Booked>
  const minuteOf = ({ data }: Pick<Recorded<Heard<Scored | Booked, typeof hearing>>, 'data'>): number => data.minute
  // @ts-expect-error: what is not heard is not among what is given
  const playerOf = ({ data }: Pick<Recorded<Heard<Scored | Booked, typeof hearing>>, 'data'>) => data.player
  expect(heardIn(hearing)).toEqual(['Scored'])
  expect(heardIn(deaf)).toEqual(['Scored'])
  expect([minuteOf({ data: { minute: 90 } }), playerOf({ data: { minute: 90 } })]).toEqual([90, undefined])
})
