import { styled } from 'styled-components'
import type { OwnSession } from '../../../../src/contracts/account.ts'
import { serverNow } from '../../lib/serverClock.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Row, Small } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { Rows, RowText } from '../../ui/PersonRow.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { useSessions } from './api.ts'
import { sessionText } from './model.ts'

const Line = styled(Small)`
  display: block;
`

/** Where the reader is signed in. */
export function Sessions() {
  const { read, busy, end, endOthers } = useSessions()
  const hasOthers = read.data?.some(({ isCurrent }) => !isCurrent)
  return (
    <Panel
      title="Sessions"
      actions={
        hasOthers && (
          <Button size="sm" kind="plain" busy={busy === 'others'} onClick={() => void endOthers()}>
            End all others
          </Button>
        )
      }
    >
      <Loaded
        read={read}
        failed="Unable to load your sessions"
        waiting={
          <PanelBody>
            <Loading label="Loading your sessions" rows={2} />
          </PanelBody>
        }
      >
        {(sessions) => (
          <Rows aria-label="Sessions">
            {sessions.map((session) => (
              <Session key={session.id} session={session} busy={busy === session.id} onEnd={() => void end(session)} />
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
        <Line>{text}</Line>
      </RowText>
      {!session.isCurrent && (
        <Button size="sm" busy={busy} onClick={onEnd}>
          <span>
            End it
            <VisuallyHidden>
              : {session.device}, {text}
            </VisuallyHidden>
          </span>
        </Button>
      )}
    </li>
  )
}
