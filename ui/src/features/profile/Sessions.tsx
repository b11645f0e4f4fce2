import useSWR from 'swr'
import type { EndedOthers, OwnSession } from '../../../../src/areas/accounts/contract.ts'
import { http } from '../../api/http.ts'
import { counted } from '../../lib/numbers.ts'
import { serverNow } from '../../lib/serverClock.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Row, Small } from '../../ui/layout.ts'
import { Panel } from '../../ui/Panel.tsx'
import { Rows, RowText } from '../../ui/PersonRow.tsx'
import { passFocusToList } from '../../ui/passFocus.ts'
import { useAction } from '../../ui/useAction.ts'
import { otherwise } from './api.ts'
import { sessionText } from './model.ts'
import { reads } from './reads.ts'

export function Sessions() {
  const read = useSWR<OwnSession[]>(reads.sessions.key, reads.sessions.fresh)
  const { busy, run } = useAction<string>()
  const again = async <T,>(call: Promise<T>): Promise<T> => {
    const answer = await call
    await read.mutate()
    return answer
  }
  const end = ({ id, device }: OwnSession) =>
    run(
      () => again(http(`/api/user/sessions/${id}`, { method: 'DELETE' })),
      { done: { title: 'Session ended', description: device }, failed: 'Failed to end the session', otherwise },
      id,
    )
  const endOthers = () =>
    run(
      () => again(http<EndedOthers>('/api/user/sessions/end-others', { method: 'POST' })),
      {
        done: ({ ended }) => ({ title: 'Other sessions ended', description: `${counted(ended, 'session')} ended.` }),
        failed: 'Failed to end the sessions',
        otherwise,
      },
      'others',
    )
  const hasOthers = read.data?.some(({ isCurrent }) => !isCurrent)
  return (
    <Panel
      title="Sessions"
      actions={
        hasOthers && (
          <Button ref={passFocusToList} size="sm" kind="plain" busy={busy === 'others'} onClick={endOthers}>
            End all others
          </Button>
        )
      }
    >
      <Loaded read={read} failed="Unable to load your sessions" loading={{ label: 'Loading your sessions', rows: 2 }}>
        {(sessions) => (
          <Rows aria-label="Sessions">
            {sessions.map((session) => (
              <Session key={session.id} session={session} busy={busy === session.id} onEnd={() => end(session)} />
            ))}
          </Rows>
        )}
      </Loaded>
    </Panel>
  )
}

function Session({ session, busy, onEnd }: { session: OwnSession; busy: boolean; onEnd: () => void }) {
  const text = sessionText(session, serverNow())
  return (
    <li>
      <RowText>
        <Row>
          <b>{session.device}</b>
          {session.isCurrent && <Badge tone="act">This device</Badge>}
        </Row>
        <Small as="div">{text}</Small>
      </RowText>
      {!session.isCurrent && (
        <Button
          ref={passFocusToList}
          size="sm"
          aria-label={`End it: ${session.device}, ${text}`}
          busy={busy}
          onClick={onEnd}
        >
          End it
        </Button>
      )}
    </li>
  )
}
