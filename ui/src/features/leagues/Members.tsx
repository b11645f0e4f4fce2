import { useState } from 'react'
import type { LeagueDetail, LeagueStanding } from '../../../../src/areas/leagues/contract.ts'
import { count } from '../../lib/numbers.ts'
import { dateText } from '../../lib/when.ts'
import { AdminBadge } from '../../ui/AdminBadge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Small } from '../../ui/layout.ts'
import { Pager } from '../../ui/Pager.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { PersonRow, Rows } from '../../ui/PersonRow.tsx'
import { useSend } from '../../ui/useSend.ts'
import { useLeague } from './api.ts'

const PAGE = 20

type Confirmation = { what: 'remove' | 'hand over'; member: LeagueStanding }

interface MembersProps {
  league: LeagueDetail
  userId: number
}

export function Members({ league, userId }: MembersProps) {
  const [offset, setOffset] = useState(0)
  const [confirming, setConfirming] = useState<Confirmation | null>(null)
  const read = useLeague(league.id, { limit: PAGE, offset })
  const canRule = league.adminId === userId
  return (
    <Panel title="Members" actions={<Small>{count(league.memberCount)}</Small>}>
      <Loaded read={read} failed="Failed to load members" loading={{ label: 'Loading members' }}>
        {(data) => (
          <Rows aria-label="Members">
            {data.standings.map((member) => (
              <Member
                key={member.id}
                member={member}
                isYou={member.id === userId}
                onAction={canRule && member.id !== userId ? (what) => setConfirming({ what, member }) : undefined}
              />
            ))}
          </Rows>
        )}
      </Loaded>
      <Pager offset={offset} size={PAGE} total={league.memberCount} word="member" onOffset={setOffset} />
      {confirming && <Confirm leagueId={league.id} confirming={confirming} onClose={() => setConfirming(null)} />}
    </Panel>
  )
}

interface MemberProps {
  member: LeagueStanding
  isYou: boolean
  onAction: ((what: Confirmation['what']) => void) | undefined
}

function Member({ member, isYou, onAction }: MemberProps) {
  const { username } = member
  return (
    <PersonRow
      id={member.id}
      person={member}
      isYou={isYou}
      badge={member.role === 'admin' && <AdminBadge />}
      about={`Joined ${dateText(member.joinedAt)}`}
    >
      {onAction && (
        <>
          <Button size="sm" kind="plain" aria-label={`Make admin ${username}`} onClick={() => onAction('hand over')}>
            Make admin
          </Button>
          <Button size="sm" kind="plain" aria-label={`Remove ${username}`} onClick={() => onAction('remove')}>
            Remove
          </Button>
        </>
      )}
    </PersonRow>
  )
}

function Confirm({
  leagueId,
  confirming,
  onClose,
}: {
  leagueId: number
  confirming: Confirmation
  onClose: () => void
}) {
  const { send } = useSend('leagues')
  const { id, username } = confirming.member
  if (confirming.what === 'remove')
    return (
      <ConfirmDialog
        title={`Remove ${username}?`}
        action="Remove member"
        danger
        onClose={onClose}
        onConfirm={() =>
          send(`/api/leagues/${leagueId}/members/${id}`, {
            method: 'DELETE',
            done: { title: 'Member removed', description: username },
            failed: 'Failed to remove member',
          })
        }
      >
        They leave the league and their team in it. Anyone with the join code can rejoin. Create a new code to keep them
        out.
      </ConfirmDialog>
    )
  return (
    <ConfirmDialog
      title={`Make ${username} the admin?`}
      action="Hand over"
      onClose={onClose}
      onConfirm={() =>
        send(`/api/leagues/${leagueId}`, {
          method: 'PATCH',
          body: { adminId: id },
          done: { title: 'League handed over', description: username },
          failed: 'Failed to hand over',
        })
      }
    >
      This takes effect at once. Only they can run the league then, or hand it back.
    </ConfirmDialog>
  )
}
