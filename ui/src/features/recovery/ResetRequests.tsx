import { Check } from 'lucide-react'
import { useState } from 'react'
import { styled } from 'styled-components'
import useSWR from 'swr'
import type { NewPassword } from '../../../../src/areas/administration/contract.ts'
import type { ResetRequest } from '../../../../src/areas/recovery/contract.ts'
import { PAGE } from '../../../../src/contracts/pages.ts'
import { read } from '../../api/reads.ts'
import { counted } from '../../lib/numbers.ts'
import { shortTime } from '../../lib/when.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Row, Small, Stack } from '../../ui/layout.ts'
import { type NewCredentials, NewPasswordNotice } from '../../ui/NewPasswordNotice.tsx'
import { Panel, PanelFoot } from '../../ui/Panel.tsx'
import { Rows } from '../../ui/PersonRow.tsx'
import { PlayerName } from '../../ui/PlayerName.tsx'
import { passFocus } from '../../ui/passFocus.ts'
import { Loading } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { useMore } from '../../ui/useMore.ts'
import { useSend } from '../../ui/useSend.ts'

const requests = read('/api/admin/reset-requests', {
  topics: ['reset-requests'],
  fresh: { dedupingInterval: 2_000 },
})

const List = styled(Rows)`
  li {
    overflow-wrap: anywhere;
  }
  li > div:nth-child(2) {
    flex: 1 1 14rem;
    min-width: 0;
  }
`

export function ResetRequests() {
  const { data: first, error, mutate } = useSWR<ResetRequest[]>(requests.key, requests.fresh)
  const { all: data, hasMore, isLoading, showMore } = useMore(requests.key, first, PAGE.resetRequests)
  const { busy, send } = useSend<number>('reset-requests')
  const [confirming, setConfirming] = useState<ResetRequest | null>(null)
  const [shown, show] = useState<NewCredentials | null>(null)
  const reset = async ({ userId, username }: ResetRequest) => {
    const sent = await send<NewPassword>(`/api/admin/users/${userId}/reset-password`, {
      done: { title: 'Password reset successfully' },
      failed: 'Failed to reset password',
      mark: userId,
    })
    if (sent.isDone) show({ username, newPassword: sent.answer.newPassword })
  }
  const dismiss = ({ userId }: ResetRequest) =>
    send(`${requests.key}/${userId}`, {
      method: 'DELETE',
      done: { title: 'Request dismissed' },
      failed: 'Failed to dismiss the request',
      mark: userId,
    })
  return (
    <Stack data-gap="wide">
      <h1>Reset Requests</h1>
      {shown && <NewPasswordNotice key={shown.newPassword} credentials={shown} onClose={() => show(null)} />}
      <Loaded
        read={{ data, error, mutate }}
        failed="Failed to load reset requests"
        isAlone
        waiting={<Loading label="Loading reset requests" rows={3} rowHeight="72px" />}
        empty={
          <EmptyState icon={Check} title="No reset requests" action={null}>
            Requests for help with signing in appear here until you reset the password or dismiss them.
          </EmptyState>
        }
      >
        {(waiting) => (
          <Panel
            title="Longest waiting first"
            actions={<Badge tone="warn">{counted(waiting.length, 'pending', 'pending')}</Badge>}
          >
            <List>
              {waiting.map((request) => (
                <li key={request.id}>
                  <Avatar username={request.username} image={request.profileImage} />
                  <div>
                    <b>
                      <PlayerName id={request.userId} name={request.username} also={request.displayName} />
                    </b>
                    <Small as="div">
                      {shortTime(request.requestedAt)} · “{request.reason}”
                    </Small>
                    {request.hasEmail && (
                      <Small as="div">Has a confirmed email address, so a link would work too.</Small>
                    )}
                  </div>
                  <Row>
                    <Button
                      size="sm"
                      aria-label={`Reset Password of ${request.username}`}
                      busy={busy === request.userId}
                      onClick={() => setConfirming(request)}
                    >
                      Reset Password
                    </Button>
                    <Button
                      size="sm"
                      kind="plain"
                      aria-label={`Dismiss the request of ${request.username}`}
                      busy={busy === request.userId}
                      onClick={() => dismiss(request)}
                    >
                      Dismiss
                    </Button>
                  </Row>
                </li>
              ))}
            </List>
            {hasMore && (
              <PanelFoot>
                <Button ref={passFocus} block busy={isLoading} onClick={() => void showMore()}>
                  Show more requests
                </Button>
              </PanelFoot>
            )}
          </Panel>
        )}
      </Loaded>
      {confirming && (
        <ConfirmDialog
          title="Reset User Password"
          action="Reset Password"
          onConfirm={() => reset(confirming)}
          onClose={() => setConfirming(null)}
        >
          You’ll see the new password once. This signs <b>{confirming.username}</b> out everywhere.
        </ConfirmDialog>
      )}
    </Stack>
  )
}
