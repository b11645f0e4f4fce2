import { expect, test } from 'vitest'
import { openClient } from './client.ts'

/** What the client keeps to itself of a channel it has made. */
interface Inner {
  getChannel(): Promise<{ internalChannel: { options: object; credentials: { _isSecure(): boolean } } }>
}

test.each([
  ['esdb://127.0.0.1:1?tls=false', false],
  ['esdb://ada:secret@127.0.0.1:1', true],
])('a server that is away is looked for again at least twice a second: %s', async (address, isSecure) => {
  const { client, close } = openClient(address)
  const { internalChannel } = await (client as unknown as Inner).getChannel()
  expect(internalChannel.options).toMatchObject({
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 500,
    // What the client itself asks for stays.
    'grpc.keepalive_time_ms': 10_000,
    'grpc.max_receive_message_length': 17 * 1024 * 1024,
  })
  expect(internalChannel.credentials._isSecure()).toBe(isSecure)
  await close()
})
