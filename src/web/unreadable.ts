import { type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Problem } from '../contracts/common.ts'

const COULD_NOT_BE_READ = [400, 'The request could not be read'] as const

/** What Node's parser says of a request that it gives to nobody. */
const refusals: Readonly<Record<string, readonly [status: number, detail: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The address or the headers are too long'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'That is too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long'],
}

/** Answers what is no HTTP request, which no route ever sees, like everything that is refused; then the connection ends. */
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
