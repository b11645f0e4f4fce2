import { EmbeddedPostgresError } from './database/embedded/embedded-postgres-error.ts'
import { UnsupportedPostgres } from './database/unsupported-postgres.ts'
import { MasterKeyMismatch } from './event-log/key-store.ts'
import { BadSetting } from './kernel/setting.ts'
import { isDiskFull } from './kernel/store-unavailable.ts'
import type { Settings } from './settings.ts'

const OWN_LINES = [BadSetting, EmbeddedPostgresError, MasterKeyMismatch, UnsupportedPostgres]

/**
 * One line for the terminal about a failed start, with the setting at fault if there is one. `isExpected`: the line is complete, and no
 * stack trace is needed.
 */
export function startProblem(error: unknown, settings: Settings) {
  const line = lineOf(error as NodeJS.ErrnoException, settings)
  return { line: line ?? (error as Error).message, isExpected: line !== null }
}

function lineOf(error: NodeJS.ErrnoException, settings: Settings): string | null {
  if (OWN_LINES.some((kind) => error instanceof kind)) return error.message
  if (isDiskFull(error)) return `The disk is full: ${error.message}`
  if (error.syscall === 'listen' || error.syscall === 'getaddrinfo') {
    const line = listenLine(error, settings)
    if (line !== null) return line
  }
  return databaseLine(error, settings)
}

function listenLine({ code, syscall, ...error }: NodeJS.ErrnoException, { port, host }: Settings): string | null {
  if (syscall === 'getaddrinfo' && (error as { hostname?: string }).hostname !== host) return null
  switch (code) {
    case 'EADDRINUSE':
      return `PORT takes a free port; ${port} is in use`
    case 'EACCES':
      return `PORT takes a port this user may open; ${port} is not one`
    case 'EADDRNOTAVAIL':
      return `HOST takes an address of this machine; ${host} is not one`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST takes an address or a name of this machine; ${host} is not known here (${code})`
    default:
      return null
  }
}

function databaseLine(error: NodeJS.ErrnoException, { databaseUrl, eventStoreUrl, dataDir }: Settings): string | null {
  const { code = '', message, path } = error
  if (eventStoreUrl !== null && error instanceof TypeError)
    return `EVENTSTORE_URL takes an address of EventStoreDB: ${message}`
  if (databaseUrl === null)
    return code === '28P01'
      ? `${dataDir}/postgres/connection.json does not fit the data: restore ${dataDir}/postgres from a backup`
      : null
  const isAway = /^(ECONN|ENOTFOUND|EAI_AGAIN|08|28|3D|53|57P0)/.test(code) || message.includes('connection timeout')
  const isTls = /CERT|UNABLE_TO|^ERR_(TLS|SSL|OSSL)/.test(code) || message.includes('SSL connections')
  const isFile = path !== undefined && [...new URL(databaseUrl).searchParams.values()].includes(path)
  if (isAway || isTls || isFile) return `DATABASE_URL takes the address of a PostgreSQL that answers: ${message}`
  // PLP needs no rights except on its schemas and tables.
  if (code === '42501') return `DATABASE_URL takes a role that may create schemas in its database: ${message}`
  return null
}
