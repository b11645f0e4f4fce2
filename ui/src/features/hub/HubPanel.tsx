import { Compass, Trophy, Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import useSWR from 'swr'
import type { Competition } from '../../../../src/areas/competitions/contract.ts'
import type { League } from '../../../../src/areas/leagues/contract.ts'
import { allCompetitions, shared } from '../../api/shared.ts'
import { counted, ordinal } from '../../lib/numbers.ts'
import { dateText } from '../../lib/when.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Small, Whole } from '../../ui/layout.ts'
import { Panel, PanelFoot } from '../../ui/Panel.tsx'
import { Rows, RowText } from '../../ui/PersonRow.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { reachable } from '../../ui/tapTarget.ts'
import { useSend } from '../../ui/useSend.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { hubCompetitions, hubFeatured, hubLeagues } from './model.ts'
import { reads } from './reads.ts'

const List = styled(Rows)`
  li:first-child {
    border-top: 0;
  }
`

const Grow = styled(RowText)`
  & > :first-child {
    font: var(--b3);
    line-height: 1.2;
  }
  a {
    ${reachable}
    color: inherit;
    text-decoration-color: transparent;
  }
  a:hover {
    text-decoration-color: currentColor;
  }
`

const Foot = styled(PanelFoot)`
  display: flex;
  gap: var(--s2);

  & > * {
    flex: 1 1 0;
  }
`

const TABS = [
  { id: 'leagues', label: 'My Leagues' },
  { id: 'competitions', label: 'Competitions' },
  { id: 'discover', label: 'Discover' },
] as const

export function HubPanel() {
  const [tab, setTab] = useState<string>('leagues')
  return (
    <Panel title="Multiplayer Hub">
      <Tabs label="Multiplayer Hub" tabs={TABS} selected={tab} onSelect={setTab}>
        {tab === 'leagues' ? <MyLeagues /> : tab === 'competitions' ? <Competitions /> : <Featured />}
      </Tabs>
    </Panel>
  )
}

interface HubListProps<T> {
  path: string
  /** Fetches `path`, if its first page is not enough. */
  read?: () => Promise<readonly T[]>
  what: string
  choose: (all: readonly T[]) => readonly T[]
  empty: ReactNode
  row: (item: T) => ReactNode
}

function HubList<T extends { id: number }>({ path, read, what, choose, empty, row }: HubListProps<T>) {
  const { data, error, mutate } = useSWR<readonly T[]>(path, read ?? null)
  return (
    <Loaded
      read={{ data: data && choose(data), error, mutate }}
      failed={`Unable to load ${what}`}
      isBrief
      loading={{ label: `Loading ${what}`, rows: 3, inset: 'all' }}
      empty={empty}
    >
      {(items) => (
        <List>
          {items.map((item) => (
            <li key={item.id}>{row(item)}</li>
          ))}
        </List>
      )}
    </Loaded>
  )
}

function LeagueName({ league }: { league: League }) {
  return (
    <Grow>
      <div>
        <Link to={`/leagues/${league.id}`}>{league.name}</Link>
      </div>
      <Small>
        {league.standing && (
          <>
            <Whole>
              <b>{ordinal(league.standing.ranking)}</b> of {counted(league.memberCount, 'member')}
            </Whole>
            {' · '}
            <Whole>{counted(league.standing.totalPoints, 'point')}</Whole>
          </>
        )}
        {!league.standing && counted(league.memberCount, 'member')}
      </Small>
    </Grow>
  )
}

function MyLeagues() {
  return (
    <>
      <HubList<League>
        path={shared.myLeagues.key}
        what="your leagues"
        choose={hubLeagues}
        empty={
          <EmptyState icon={Users} title="No leagues yet" action={null}>
            Create one for your friends, or join one with its code.
          </EmptyState>
        }
        row={(league) => (
          <>
            <LeagueName league={league} />
            <ButtonLink size="sm" to={`/leagues/${league.id}/statistics`}>
              <span>
                Stats<VisuallyHidden> {league.name}</VisuallyHidden>
              </span>
            </ButtonLink>
          </>
        )}
      />
      <Foot>
        <ButtonLink size="sm" to="/leagues?new=join">
          Join League
        </ButtonLink>
        <ButtonLink size="sm" to="/leagues?new=create">
          Create League
        </ButtonLink>
      </Foot>
    </>
  )
}

function Competitions() {
  return (
    <>
      <HubList<Competition>
        path={shared.competitions.key}
        read={allCompetitions}
        what="competitions"
        choose={hubCompetitions}
        empty={<EmptyState icon={Trophy} title="No competitions found" action={null} />}
        row={(competition) => (
          <>
            <Grow>
              <div>
                <Link to={`/competitions/${competition.id}`}>{competition.name}</Link>
              </div>
              <Small>
                {competition.status === 'active'
                  ? `Ends ${dateText(competition.endDate)}`
                  : `Starts ${dateText(competition.startDate)}`}
                {' · '}
                {counted(competition.prizePool, 'point')}
              </Small>
            </Grow>
            {competition.status === 'active' ? <Badge tone="live">Live</Badge> : <Badge tone="info">Upcoming</Badge>}
          </>
        )}
      />
      <Foot>
        <ButtonLink size="sm" to="/competitions">
          All competitions
        </ButtonLink>
      </Foot>
    </>
  )
}

function Featured() {
  const { busy, send } = useSend<number>('leagues')
  const join = ({ id, name }: League) =>
    send(`/api/leagues/${id}/join`, {
      done: { title: 'Joined league successfully', description: name },
      failed: 'Failed to join league',
      mark: id,
    })
  return (
    <>
      <HubList<League>
        path={reads.featured.key}
        what="leagues"
        choose={hubFeatured}
        empty={<EmptyState icon={Compass} title="No leagues available" action={null} />}
        row={(league) => (
          <>
            <LeagueName league={league} />
            {league.isMember ? (
              <Badge tone="ok">Member</Badge>
            ) : (
              <Button size="sm" busy={busy === league.id} onClick={() => join(league)}>
                <span>
                  Join<VisuallyHidden> {league.name}</VisuallyHidden>
                </span>
              </Button>
            )}
          </>
        )}
      />
      <Foot>
        <ButtonLink size="sm" to="/leagues?tab=discover">
          Discover more
        </ButtonLink>
      </Foot>
    </>
  )
}
