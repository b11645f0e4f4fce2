import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import useSWR from 'swr'
import type { LeagueRules } from '../../../../src/areas/league-rules/contract.ts'
import type { PageProps } from '../../lib/area.ts'
import { count, wordFor } from '../../lib/numbers.ts'
import { Band, BandAbout, BandStat, BandStats } from '../../ui/Band.tsx'
import { Column, Page } from '../../ui/Page.ts'
import { PageOf } from '../../ui/PageOf.tsx'
import { sideColumn } from '../../ui/SideLayout.ts'
import { Examples } from './Examples.tsx'
import { History } from './History.tsx'
import { CLASSIC, savedRules } from './model.ts'
import { OwnJokers } from './OwnJokers.tsx'
import { Preview } from './Preview.tsx'
import { RulesEditor } from './RulesEditor.tsx'
import { RulesFacts } from './RulesFacts.tsx'
import { reads } from './reads.ts'
import { type RulesDraft, useRulesDraft } from './useRulesDraft.ts'
import { Waiting } from './Waiting.tsx'

const Columns = styled(Page)`
  ${sideColumn}
`

/** A league’s rules: its admin changes them from the next gameweek on, everyone else reads them. */
export function RulesPage({ id, user, gone }: PageProps & { id: number; gone: ReactNode }) {
  const read = useSWR<LeagueRules>(reads.rules.key(id))
  return (
    <PageOf
      read={read}
      name="Rules of this league"
      title={({ leagueName }) => `Rules of ${leagueName}`}
      gone={gone}
      failed="Failed to load the rules"
      loading="Rules loading"
    >
      {(rules) => <Shown rules={rules} userId={user.id} />}
    </PageOf>
  )
}

function Shown({ rules, userId }: { rules: LeagueRules; userId: number }) {
  const { leagueId, leagueName, memberCount, history, upcoming } = rules
  const draft = useRulesDraft(rules)
  const from = upcoming?.fromGameweek ?? history[0]?.fromGameweek ?? 1
  return (
    <>
      <Band labelledBy="league-rules">
        <BandAbout>
          <p data-small>
            <Link to={`/leagues/${leagueId}`}>{leagueName}</Link>
          </p>
          <h1 id="league-rules">Rules of this league</h1>
          <p>
            Only here. Everybody’s overall points stay {CLASSIC.result} for the result and {CLASSIC.exact} for the exact
            score.
          </p>
        </BandAbout>
        <BandStats>
          <BandStat label="From gameweek" value={count(from)} />
          <BandStat label={wordFor(memberCount, 'Member')} value={count(memberCount)} />
        </BandStats>
      </Band>
      <Columns>
        <Column>
          <Waiting rules={rules} />
          {rules.mayChange && rules.next ? (
            <RulesEditor rules={rules} draft={draft} next={rules.next} />
          ) : (
            <RulesFacts rules={rules} />
          )}
        </Column>
        <Column>
          <OwnJokers rules={rules} />
          <Examples rules={draft.rules} />
          <Comparison rules={rules} draft={draft} userId={userId} />
          <History rules={rules} draft={draft.isChanged ? draft.rules : null} />
        </Column>
      </Columns>
    </>
  )
}

/** Compares rules that do not apply yet: the admin’s, or those that wait. */
function Comparison({ rules, draft, userId }: { rules: LeagueRules; draft: RulesDraft; userId: number }) {
  const { mayChange, next, upcoming, leagueId } = rules
  if (upcoming === null && !(mayChange && next)) return null
  return (
    <Preview
      leagueId={leagueId}
      userId={userId}
      rules={draft.error === null ? draft.rules : savedRules(rules)}
      isMember={mayChange}
    />
  )
}
