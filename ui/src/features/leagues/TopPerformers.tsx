import { Target, Trophy, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import type { LeagueStatistics } from '../../../../src/areas/leagues/contract.ts'
import { count, wordFor } from '../../lib/numbers.ts'
import { Small } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { PlayerName } from '../../ui/PlayerName.tsx'
import { FirstLetter, MemberFigure, MemberList, MemberText, nameOf } from './MemberRow.tsx'
import { accuracyOf } from './model.ts'

export function TopPerformers({
  statistics: { topScorer, mostAccurate, weeklyLeader },
}: {
  statistics: LeagueStatistics
}) {
  if (!topScorer && !mostAccurate && !weeklyLeader)
    return (
      <Panel title="Top Performers">
        <PanelBody>
          <Small>Nobody has scored yet.</Small>
        </PanelBody>
      </Panel>
    )
  return (
    <Panel title="Top Performers">
      <MemberList as="ol" aria-label="Top Performers">
        {topScorer && (
          <Performer icon={<Trophy aria-hidden />} title="Top Scorer" user={topScorer.user}>
            {count(topScorer.totalPoints)} <Small>{wordFor(topScorer.totalPoints, 'point')}</Small>
          </Performer>
        )}
        {mostAccurate && (
          <Performer icon={<Target aria-hidden />} title="Most Accurate" user={mostAccurate.user}>
            {accuracyOf(mostAccurate)}
          </Performer>
        )}
        {weeklyLeader && (
          <Performer icon={<Zap aria-hidden />} title="Weekly Leader" user={weeklyLeader.user}>
            {count(weeklyLeader.weeklyPoints)} <Small>this week</Small>
          </Performer>
        )}
      </MemberList>
    </Panel>
  )
}

const Title = styled(Small)`
  display: flex;
  align-items: center;
  gap: 5px;

  svg {
    width: 14px;
    height: 14px;
  }
`

interface PerformerProps {
  icon: ReactNode
  title: string
  user: LeagueStatistics['members'][number]['user']
  children: ReactNode
}

function Performer({ icon, title, user, children }: PerformerProps) {
  return (
    <li>
      <FirstLetter user={user} />
      <MemberText>
        <Title>
          {icon}
          {title}
        </Title>
        <b>
          <PlayerName id={user.id} name={nameOf(user)} also={user.displayName} />
        </b>
      </MemberText>
      <MemberFigure>
        <b>{children}</b>
      </MemberFigure>
    </li>
  )
}
