import { describe, expect, test } from 'vitest'
import { isAllowedEndpoint, isPushService } from './push-services.ts'

const SERVICES = ['fcm.googleapis.com', '*.push.apple.com', '127.0.0.1:4000']
const allowed = (endpoint: string) => isAllowedEndpoint(endpoint, SERVICES)

describe('endpoints of subscriptions (T99)', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://FCM.googleapis.com/x',
    'https://web.push.apple.com/x',
    'http://127.0.0.1:4000/x',
  ])('%s is at a service', (endpoint) => expect(allowed(endpoint)).toBe(true))

  test.each([
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evil.example/fcm.googleapis.com',
    'https://evil.example#fcm.googleapis.com',
    'https://fcm.googleapis.com@evil.example/x',
    'https://user:secret@fcm.googleapis.com/x',
    'https://push.apple.com/x',
    'https://evilpush.apple.com.example/x',
    'https://notpush.apple.com/x',
    'https://169.254.169.254/latest',
    'http://127.0.0.1:4001/x',
    'http://127.0.0.1/x',
    'https://127.0.0.1:4000/x',
    'https://[::1]/x',
    'file:///etc/passwd',
    'fcm.googleapis.com',
    '',
  ])('%s is refused', (endpoint) => expect(allowed(endpoint)).toBe(false))
})

test('names of services', () => {
  const good = ['fcm.googleapis.com', '*.push.apple.com', 'localhost:4000', '127.0.0.1:4000']
  expect(good.filter(isPushService)).toEqual(good)
  const bad = [
    '',
    '*',
    '*.com',
    '*.*.com',
    'https://fcm.googleapis.com',
    'a.example/x',
    '10.0.0.1',
    'localhost',
    '*evil.com',
  ]
  expect(bad.filter(isPushService)).toEqual([])
})
