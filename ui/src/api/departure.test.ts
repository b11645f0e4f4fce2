import { expect, test } from 'vitest'
import { depart, inSession, isDeparting } from './departure.ts'

const later = <T>(ms: number, value: T) => new Promise<T>((done) => setTimeout(done, ms, value))

test('signing out waits for the calls under way', async () => {
  const order: string[] = []
  const save = inSession(async () => {
    await later(20, null)
    order.push('saved')
  })
  await depart(async () => {
    order.push('signed out')
  })
  await save
  expect(order).toEqual(['saved', 'signed out'])
})

test('a call that comes while signing out is not made once that worked', async () => {
  const leaving = depart(() => later(20, undefined))
  let isMade = false
  const read = inSession(async () => {
    isMade = true
  })
  const told = isDeparting()
  await expect(read).rejects.toMatchObject({ name: 'AbortError' })
  await leaving
  expect(isMade).toBe(false)
  expect(await told).toBe(true)
})

test('a call that comes while signing out is made when that failed', async () => {
  const leaving = depart(() => Promise.reject(new Error('503: down')))
  const read = inSession(async () => 'read')
  const told = isDeparting()
  await expect(leaving).rejects.toThrow('503: down')
  expect(await read).toBe('read')
  expect(await told).toBe(false)
})

test('who is signed out makes calls as before', async () => {
  await depart(async () => {})
  expect(await inSession(async () => 'who')).toBe('who')
  expect(await isDeparting()).toBe(false)
})
