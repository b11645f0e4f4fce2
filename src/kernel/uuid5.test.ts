import { expect, test } from 'vitest'
import { uuid5 } from './uuid5.ts'

test('the same name yields the same id, another name another', () => {
  expect(uuid5('a')).toBe(uuid5('a'))
  expect(uuid5('a')).not.toBe(uuid5('b'))
})

test('ids are of version 5 and the variant of RFC 9562', () => {
  for (const name of ['', 'prizes/1/0', 'ü'])
    expect(uuid5(name)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('ids never change between releases: reactors detect repeats by them', () => {
  expect(uuid5('plp')).toBe('1925a3ff-b68c-5444-a199-d88e2c36cb40')
})
