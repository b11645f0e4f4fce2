import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import type { LeagueRules, Ruleset, RulesRange } from '../../../../src/areas/league-rules/contract.ts'
import { dateText } from '../../lib/when.ts'
import { Small } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { Timeline } from '../../ui/Timeline.ts'
import { rangeText, rulesetText } from './model.ts'

const Path = styled(Timeline)`
  & > li[data-now] {
    --mark: var(--ink);
  }
`

/** The rules of all gameweeks, latest first; `draft`: changes that are not saved. */
export function History({ rules, draft }: { rules: LeagueRules; draft: Ruleset | null }) {
  const { history, upcoming, next } = rules
  const season = next?.season ?? history[0]?.season
  const entry = (range: RulesRange, note: ReactNode, isNow = false) => (
    <li key={`${range.season} ${range.fromGameweek}`} data-now={isNow || undefined}>
      <div>
        <b>
          {rangeText(range, season)}: {rulesetText(range.rules)}
        </b>
        {note && <Small>{note}</Small>}
      </div>
    </li>
  )
  // Changes that are not saved replace those that wait.
  const saved = draft && next ? history.map((range) => until(range, next)) : upcoming ? [upcoming, ...history] : history
  return (
    <Panel title="Rules so far">
      <PanelBody>
        <Path>
          {draft && next && (
            <li data-now>
              <div>
                <b>
                  Gameweek {next.gameweek} on: {rulesetText(draft)}
                </b>
                <Small>not saved yet</Small>
              </div>
            </li>
          )}
          {saved.map((range, index) => entry(range, sinceText(range), !draft && index === 0))}
        </Path>
      </PanelBody>
    </Panel>
  )
}

/** The range as it would be with a change from the next gameweek on. */
function until(range: RulesRange, { season, gameweek }: NonNullable<LeagueRules['next']>): RulesRange {
  const ends = range.toGameweek === null && range.season === season && range.fromGameweek < gameweek
  return ends ? { ...range, toGameweek: gameweek - 1 } : range
}

function sinceText({ changedAt, changedBy }: RulesRange): string | null {
  if (changedAt === null) return 'from the start'
  return [`chosen ${dateText(changedAt)}`, ...(changedBy === null ? [] : [changedBy])].join(', ')
}
