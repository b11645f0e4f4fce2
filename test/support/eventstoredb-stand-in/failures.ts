import { Metadata, status } from '@grpc/grpc-js'

/** Ways in which a call can fail; each was observed on a real server. */
export type Failure =
  /** kill -9, refused connections: UNAVAILABLE. */
  | 'unavailable'
  /** Stored, and then the connection broke, so the outcome is unknown to the caller. */
  | 'stored-then-unavailable'
  /** A graceful stop: an internal error. */
  | 'stopping'
  /** The server ends its side without a response. */
  | 'half-close'
  /** Never responds. */
  | 'silence'
  /** Consumer too slow: ABORTED. */
  | 'too-slow'
  /** A server that is starting: not ready yet. */
  | 'starting-not-ready'
  /** A server that is starting: no leader known. */
  | 'starting-no-leader'
  /** A server that is starting: its users are not loaded. */
  | 'starting-no-users'
  /** An unknown user, or a wrong password. */
  | 'wrong-password'
  /** A user without the right to do this. */
  | 'no-rights'
  /** Another server leads, and the error names it. */
  | 'not-leader'

interface GrpcFault {
  readonly code: status
  readonly details: string
  readonly metadata: Metadata
}

/** The gRPC status of a failure; undefined for silence and half-close. `leader`: the port of the server that leads. */
export function faultOf(failure: Failure, leader: number): GrpcFault | undefined {
  switch (failure) {
    case 'unavailable':
    case 'stored-then-unavailable':
      return fault(status.UNAVAILABLE, 'Connection dropped')
    case 'stopping':
      return fault(status.INTERNAL, 'Received RST_STREAM with code 2 (Internal server error)')
    case 'too-slow':
      return fault(status.ABORTED, 'Operation timed out: Consumer too slow to handle event while live')
    case 'starting-not-ready':
      return fault(status.UNAVAILABLE, 'Server Is Not Ready')
    case 'starting-no-leader':
      return fault(status.UNKNOWN, 'No leader info available in response')
    case 'starting-no-users':
    case 'wrong-password':
      return fault(status.UNAUTHENTICATED, 'Access Denied', 'access-denied')
    case 'no-rights':
      return fault(status.PERMISSION_DENIED, 'Access Denied', 'access-denied')
    case 'not-leader': {
      const told = fault(status.NOT_FOUND, 'Leader info available', 'not-leader')
      told.metadata.set('leader-endpoint-host', '127.0.0.1')
      told.metadata.set('leader-endpoint-port', String(leader))
      return told
    }
    case 'half-close':
    case 'silence':
      return undefined
  }
}

function fault(code: status, details: string, exception?: string): GrpcFault {
  const metadata = new Metadata()
  if (exception) metadata.set('exception', exception)
  return { code, details, metadata }
}
