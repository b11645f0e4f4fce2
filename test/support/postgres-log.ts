import pg from 'pg'
import { vi } from 'vitest'

/** Warnings and errors of PostgreSQL on connections that are opened meanwhile. */
export async function loggedDuring(work: () => Promise<void>): Promise<(string | undefined)[]> {
  const logged: (string | undefined)[] = []
  const original = pg.Client.prototype.connect
  const connect = vi.spyOn(pg.Client.prototype, 'connect').mockImplementation(function (this: pg.Client, ...call) {
    this.on('notice', ({ severity, message }) => severity === 'WARNING' && logged.push(message))
    this.connection.on('errorMessage', ({ message }: Error) => logged.push(message))
    return Reflect.apply(original, this, call)
  } as typeof pg.Client.prototype.connect)
  try {
    await work()
  } finally {
    connect.mockRestore()
  }
  return logged
}
