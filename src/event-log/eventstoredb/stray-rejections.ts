/**
 * The client builds its appends in an async executor: when the connection breaks at the wrong moment, that executor's
 * error reaches nobody and would end the process. While a log is open, rejections that come from within the client are
 * let go (the append itself ends at its deadline); all others go on to be uncaught exceptions, as they were.
 */
export function ignoreStrayRejections(): () => void {
  if (open++ === 0) process.on('unhandledRejection', onRejection)
  let closed = false
  return () => {
    if (closed) return
    closed = true
    if (--open === 0) process.off('unhandledRejection', onRejection)
  }
}

let open = 0

function onRejection(reason: unknown): void {
  if (!isStray(reason)) throw reason
}

/** True for an error that the event store client or its gRPC channel made. */
export function isStray(reason: unknown): boolean {
  if (!(reason instanceof Error)) return false
  const fromGrpc = 'code' in reason && typeof reason.code === 'number' && 'details' in reason
  return fromGrpc || /@eventstore[\\/]db-client|@grpc[\\/]grpc-js/.test(reason.stack ?? '')
}
