import { type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Problem } from '../contracts/common.ts'

const COULD_NOT_BE_READ = [400, 'The request could not be read'] as const

/** Responses to errors of Node's HTTP parser, by code. */
const refusals: Readonly<Record<string, readonly [status: number, detail: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The address or the headers are too long'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'That is too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long'],
}

/** Sends a problem response to input that is no valid HTTP request and reaches no route; then closes the connection. */
export function answerUnreadable(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const answering = (socket as { _httpMessage?: { headersSent: boolean } })._httpMessage
    if (socket.writable && !answering?.headersSent)
      socket.write(answerOf(...(refusals[error.code ?? ''] ?? COULD_NOT_BE_READ)))
    socket.destroy()
  })
}

function answerOf(status: number, detail: string): string {
  const title = STATUS_CODES[status]!
  const problem: Problem = { type: 'about:blank', title, status, detail }
  const body = JSON.stringify(problem)
  return [
    `HTTP/1.1 ${status} ${title}`,
    'Connection: close',
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options: nosniff',
    'X-Frame-Options: DENY',
    'Referrer-Policy: no-referrer',
    'Strict-Transport-Security: max-age=31536000; includeSubDomains',
    '',
    body,
  ].join('\r\n')
}
