import { expect, test } from 'vitest'
import { given } from '../../../test/support/given.ts'
import { displayNameOf } from './display-name.ts'
import type { ProfileEvent } from './events.ts'
import { type ProfileFields, profileDecider } from './profile-decider.ts'

const userId = 7
const change = (fields: ProfileFields) => ({ type: 'change', userId, fields }) as const
const named = (firstName: string | null, lastName: string | null): ProfileEvent => ({
  type: 'NameChanged',
  data: { userId, firstName, lastName },
})
const changed = (fields: object): ProfileEvent => ({ type: 'ProfileChanged', data: { userId, ...fields } })
const shown = (name: string, replaced: string | null): ProfileEvent => ({
  type: 'AvatarChanged',
  data: { userId, name, replaced },
})
const removed = (name: string): ProfileEvent => ({ type: 'AvatarRemoved', data: { userId, name } })

test('changed fields are recorded, names in a separate event; missing fields stay unchanged (R131)', () => {
  given(profileDecider)
    .when(change({ firstName: 'Maya', bio: 'Away end, row F.', favoriteTeam: 4 }))
    .then([named('Maya', null), changed({ bio: 'Away end, row F.', favoriteTeam: 4 })])
  const before = [named('Maya', null), changed({ bio: 'Away end, row F.', phone: '+44 20 7946 0000' })]
  given(profileDecider, before)
    .when(change({ lastName: 'Kessler' }))
    .then([named('Maya', 'Kessler')])
  given(profileDecider, [named('Maya', 'Kessler')])
    .when(change({ lastName: null }))
    .then([named('Maya', null)])
  given(profileDecider, before)
    .when(change({ phone: null, location: 'Hounslow' }))
    .then([changed({ phone: null, location: 'Hounslow' })])
})

test('unchanged values cause no event (R131)', () => {
  given(profileDecider, [named('Maya', null), changed({ bio: 'Away end.' })])
    .when(change({ firstName: 'Maya', lastName: null, bio: 'Away end.', phone: null }))
    .then([])
  given(profileDecider).when(change({})).then([])
})

test('the state has the latest of each field; a single field is recorded alone', () => {
  const events = [named('Maya', 'Kessler'), changed({ bio: 'Away end.' }), shown('one', null), named('May', null)]
  expect(given(profileDecider, events).state).toEqual({
    ...{ firstName: 'May', lastName: null, bio: 'Away end.', location: null, phone: null },
    ...{ favoriteTeam: null, avatar: 'one' },
  })
  given(profileDecider, events)
    .when(change({ bio: null }))
    .then([changed({ bio: null })])
})

test('a new picture names the one it replaces; a picture is removed only once (R133)', () => {
  const set = (name: string) => ({ type: 'set-avatar', userId, name }) as const
  given(profileDecider)
    .when(set('one'))
    .then([shown('one', null)])
  given(profileDecider, [shown('one', null)])
    .when(set('two'))
    .then([shown('two', 'one')])
  given(profileDecider, [shown('one', null), shown('two', 'one')])
    .when({ type: 'remove-avatar', userId })
    .then([removed('two')])
  given(profileDecider, [shown('one', null), removed('one')])
    .when({ type: 'remove-avatar', userId })
    .then([])
  given(profileDecider, [shown('one', null), removed('one')])
    .when(set('two'))
    .then([shown('two', null)])
})

test.each([
  ['Maya', 'Kessler', 'Maya Kessler'],
  ['Maya', null, 'Maya'],
  [null, 'Kessler', 'Kessler'],
  [null, null, 'maya_k'],
])('%s and %s are shown as %s (R130)', (firstName, lastName, shownAs) => {
  expect(displayNameOf('maya_k', { firstName, lastName })).toBe(shownAs)
})
