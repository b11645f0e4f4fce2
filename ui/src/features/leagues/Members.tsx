import { useState } from 'react'
import type { LeagueDetail, LeagueStanding } from '../../../../src/contracts/leagues.ts'
import { count } from '../../lib/numbers.ts'
import { dateText } from '../../lib/when.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Small } from '../../ui/layout.ts'
import { Pager } from '../../ui/Pager.tsx'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { PersonRow, Rows } from '../../ui/PersonRow.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { attempt } from '../../ui/useAction.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { AdminBadge } from './AdminBadge.tsx'
import { useLeague, useLeagueWrites } from './api.ts'

const PAGE = 20

type Asking = { what: 'remove' | 'hand over'; member: LeagueStanding }

interface MembersProps {
  league: LeagueDetail
  userId: number
}

/** Who is in the league since when; its admin removes members here and hands the league over. */
export function Members({ league, userId }: MembersProps) {
  const [offset, setOffset] = useState(0)
  const [asking, ask] = useState<Asking | null>(null)
  const read = useLeague(league.id, { limit: PAGE, offset })
  const canRule = league.adminId === userId
  return (
    <Panel title="Members" actions={<Small>{count(league.memberCount)}</Small>}>
      <Loaded
        read={read}
        failed="Failed to load members"
        waiting={
          <PanelBody>
            <Loading label="Loading members" rows={4} />
          </PanelBody>
        }
      >
        {(data) => (
          <Rows aria-label="Members">
            {data.standings.map((member) => (
              <Member
                key={member.id}
                member={member}
                isYou={member.id === userId}
                onAsk={canRule && member.id !== userId ? (what) => ask({ what, member }) : undefined}
              />
            ))}
          </Rows>
        )}
      </Loaded>
      <Pager offset={offset} size={PAGE} total={league.memberCount} word="member" onOffset={setOffset} />
      {asking && <Confirm leagueId={league.id} asking={asking} onClose={() => ask(null)} />}
    </Panel>
  )
}

interface MemberProps {
  member: LeagueStanding
  isYou: boolean
  /** Given to the league's admin. */
  onAsk: ((what: Asking['what']) => void) | undefined
}

function Member({ member, isYou, onAsk }: MemberProps) {
  const { username } = member
  return (
    <PersonRow
      id={member.id}
      person={member}
      isYou={isYou}
      badge={member.role === 'admin' && <AdminBadge />}
      about={`Joined ${dateText(member.joinedAt)}`}
    >
      {onAsk && (
        <>
          <Button size="sm" kind="plain" onClick={() => onAsk('hand over')}>
            <span>
              Make admin<VisuallyHidden> {username}</VisuallyHidden>
            </span>
          </Button>
          <Button size="sm" kind="plain" onClick={() => onAsk('remove')}>
            <span>
              Remove<VisuallyHidden> {username}</VisuallyHidden>
            </span>
          </Button>
        </>
      )}
    </PersonRow>
  )
}

function Confirm({ leagueId, asking, onClose }: { leagueId: number; asking: Asking; onClose: () => void }) {
  const { change, removeMember } = useLeagueWrites()
  const { id, username } = asking.member
  const confirm = (call: () => Promise<unknown>, done: string, failed: string) =>
    attempt(call, { done: { title: done, description: username }, failed })
  if (asking.what === 'remove')
    return (
      <ConfirmDialog
        title={`Remove ${username}?`}
        action="Remove member"
        danger
        onClose={onClose}
        onConfirm={() => confirm(() => removeMember(leagueId, id), 'Member removed', 'Failed to remove member')}
      >
        They leave the league and their team in it. Whoever has the join code can come back: give the league a new one
        if they should not.
      </ConfirmDialog>
    )
  return (
    <ConfirmDialog
      title={`Make ${username} the admin?`}
      action="Hand over"
      onClose={onClose}
      onConfirm={() => confirm(() => change(leagueId, { adminId: id }), 'League handed over', 'Failed to hand over')}
    >
      It takes effect at once: then only they can change the league, and only they can hand it back.
    </ConfirmDialog>
  )
}
