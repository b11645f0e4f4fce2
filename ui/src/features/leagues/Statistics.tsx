import { Flame, Minus, TrendingDown, TrendingUp } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import { styled } from 'styled-components'
import type { LeagueStatistics } from '../../../../src/areas/leagues/contract.ts'
import { PAGE } from '../../../../src/contracts/pages.ts'
import { count, counted, wordFor } from '../../lib/numbers.ts'
import { ranksOf } from '../../lib/ranksOf.ts'
import { dateText } from '../../lib/when.ts'
import { AdminBadge } from '../../ui/AdminBadge.tsx'
import { GapItem } from '../../ui/Gap.tsx'
import { Num, Row, Small, Stack } from '../../ui/layout.ts'
import { Pager } from '../../ui/Pager.tsx'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { PlayerName } from '../../ui/PlayerName.tsx'
import { Rank } from '../../ui/Rank.tsx'
import { SideLayout } from '../../ui/SideLayout.ts'
import { StatTile, StatTiles } from '../../ui/Stat.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { useMore } from '../../ui/useMore.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { MemberFigure, MemberList, MemberText, nameOf } from './MemberRow.tsx'
import { accuracyOf, activityValue, trendWord } from './model.ts'
import { reads } from './reads.ts'
import { TopPerformers } from './TopPerformers.tsx'

const ROWS = 20

const Columns = styled(SideLayout)`
  @container page (min-width: 64rem) {
    & > :first-child {
      order: 2;
    }
  }
`

const Facts = styled.dl`
  display: grid;
  gap: var(--s3);

  & > div {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 var(--s3);
  }
  dt {
    color: var(--muted);
  }
  dd {
    font-weight: 600;
    text-align: end;
  }
`

const Bar = styled.div`
  height: 8px;
  background: linear-gradient(90deg, var(--brand) var(--v), var(--surface-2) 0);

  @media (forced-colors: active) {
    border: 1px solid;
  }
`

const Streak = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 2px;
  font: var(--b3);
  color: var(--warn);

  svg {
    width: 15px;
    height: 15px;
  }
`

const TRENDS = { increasing: TrendingUp, decreasing: TrendingDown, stable: Minus } as const

export function Statistics({ statistics, username }: { statistics: LeagueStatistics; username: string }) {
  const { activityTrend } = statistics
  const Trend = TRENDS[activityTrend]
  return (
    <>
      <StatTiles>
        <StatTile label="Members" value={count(statistics.memberCount)} />
        <StatTile label="Total Predictions" value={count(statistics.totalPredictions)} />
        <StatTile label="Average Accuracy" value={`${statistics.averageAccuracy.toFixed(1)}%`} />
        <StatTile
          label="Activity Trend"
          word
          value={
            <>
              <Trend aria-hidden />
              {trendWord(activityTrend)}
            </>
          }
        />
      </StatTiles>
      <Columns>
        <Stack data-gap="wide">
          <TopPerformers statistics={statistics} />
          <Information statistics={statistics} />
        </Stack>
        <MemberLeaderboard statistics={statistics} username={username} />
      </Columns>
    </>
  )
}

function Information({ statistics }: { statistics: LeagueStatistics }) {
  const { createdAt, lastActivity, activityTrend } = statistics
  const value = activityValue(activityTrend)
  return (
    <Panel title="League Information">
      <PanelBody>
        <Facts>
          <div>
            <dt>Created</dt>
            <dd>{createdAt ? dateText(createdAt) : 'Never'}</dd>
          </div>
          <div>
            <dt>Last Activity</dt>
            <dd>{lastActivity ? dateText(lastActivity) : 'Never'}</dd>
          </div>
          <div>
            <dt>Activity</dt>
            <dd>{trendWord(activityTrend)}</dd>
          </div>
        </Facts>
      </PanelBody>
      <PanelBody>
        <Bar
          role="meter"
          aria-label="Activity"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={value}
          style={{ '--v': `${value}%` } as CSSProperties}
        />
      </PanelBody>
    </Panel>
  )
}

type StatisticsMember = LeagueStatistics['members'][number]

const membersOf = (answer: unknown): readonly StatisticsMember[] => (answer as LeagueStatistics).members

function MemberLeaderboard({ statistics, username }: { statistics: LeagueStatistics; username: string }) {
  const [offset, setOffset] = useState(0)
  const path = reads.statistics.key(statistics.id)
  const { all = [], hasMore, showMore } = useMore(path, statistics.members, PAGE.leagueMembers, membersOf)
  const isOwn = ({ user }: StatisticsMember) => user.username === username
  const places = ranksOf(all)
  const rows = all.slice(offset, offset + ROWS)
  const own = rows.some(isOwn) ? -1 : all.findIndex(isOwn)
  const showFrom = async (to: number) => {
    if (to + ROWS <= all.length || !hasMore || (await showMore())) setOffset(to)
  }
  return (
    <Panel title="Member Leaderboard" actions={<Small>Match points, whole season</Small>}>
      {all.length === 0 ? (
        <EmptyState title="No members found in this league" action={null} />
      ) : (
        <MemberList as="ol" aria-label="Member Leaderboard">
          {rows.map((member, index) => (
            <Member key={member.id} member={member} rank={places[offset + index]!} isYou={isOwn(member)} />
          ))}
          {own >= 0 && (
            <>
              <GapItem />
              <Member member={all[own]!} rank={places[own]!} isYou />
            </>
          )}
        </MemberList>
      )}
      <Pager
        offset={offset}
        size={ROWS}
        total={all.length === 0 ? 0 : statistics.memberCount}
        word="member"
        onOffset={(to) => void showFrom(to)}
      />
    </Panel>
  )
}

interface MemberProps {
  member: StatisticsMember
  rank: number
  isYou: boolean
}

function Member({ member, rank, isYou }: MemberProps) {
  return (
    <li data-you={isYou || undefined} aria-current={isYou || undefined}>
      <Rank ranking={rank} noMedal={member.totalPoints === 0} />
      <MemberText>
        <Row>
          <b>
            <PlayerName
              id={member.user.id}
              image={member.user.profileImage}
              name={nameOf(member.user)}
              also={member.user.displayName}
            />
          </b>
          {member.role === 'admin' && <AdminBadge />}
          {member.streak > 0 && (
            <Streak>
              <Flame aria-hidden />
              <VisuallyHidden>Streak of </VisuallyHidden>
              {member.streak}
            </Streak>
          )}
        </Row>
        <Small>
          {counted(member.totalPredictions, 'prediction')} · {accuracyOf(member)} accuracy
        </Small>
      </MemberText>
      <MemberFigure>
        <Num as="b">
          {count(member.totalPoints)}
          <VisuallyHidden> {wordFor(member.totalPoints, 'point')}</VisuallyHidden>
        </Num>
        {member.weeklyPoints > 0 && <Small>+{count(member.weeklyPoints)} this week</Small>}
      </MemberFigure>
    </li>
  )
}
