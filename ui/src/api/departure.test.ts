import { expect, test } from 'vitest'
import { depart, inSession, isDeparting } from './departure.ts'

const later = <T>(ms: number, value: T) => new Promise<T>((done) => setTimeout(done, ms, value))

test('signing out waits for running requests', async () => {
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

test('a request made while signing out is not sent if the sign-out succeeds', async () => {
  const leaving = depart(() => later(20, undefined))
  let isMade = false
  const read = inSession(async () => {
    isMade = true
  })
  const departed = isDeparting()
  await expect(read).rejects.toMatchObject({ name: 'AbortError' })
  await leaving
  expect(isMade).toBe(false)
  expect(await departed).toBe(true)
})

test('a request made while signing out is sent if the sign-out fails', async () => {
  const leaving = depart(() => Promise.reject(new Error('503: down')))
  const read = inSession(async () => 'read')
  const departed = isDeparting()
  await expect(leaving).rejects.toThrow('503: down')
  expect(await read).toBe('read')
  expect(await departed).toBe(false)
})

test('requests work after a sign-out', async () => {
  await depart(async () => {})
  expect(await inSession(async () => 'user')).toBe('user')
  expect(await isDeparting()).toBe(false)
})
