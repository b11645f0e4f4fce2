import type { LeagueRules } from '../../../../src/areas/league-rules/contract.ts'
import { Num, Small, Spread } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { PointsLines } from '../../ui/PointsLines.ts'
import { NUMBERS, rulesetText, TIMES } from './model.ts'

/** The rules as everyone but the admin reads them. */
export function RulesFacts({ rules: { current, history } }: { rules: LeagueRules }) {
  const [now, before] = history
  return (
    <Panel title="Scoring">
      <PanelBody>
        <PointsLines>
          {NUMBERS.filter(({ field }) => field !== 'goalDifference' || current[field] > 0).map(({ field, label }) => (
            <Spread key={field}>
              <dt>{label}</dt>
              <Num as="dd">{current[field]}</Num>
            </Spread>
          ))}
          {current.joker && (
            <Spread>
              <dt>
                Joker<Small as="div">doubles one match a gameweek</Small>
              </dt>
              <Num as="dd">{TIMES}</Num>
            </Spread>
          )}
        </PointsLines>
        <Small as="p">
          {current.lateJoiners === 'joining'
            ? 'Points of late joiners count from the matches that close after they join.'
            : 'Late joiners bring their whole season.'}
          {now && before && ` Since gameweek ${now.fromGameweek}. Before: ${rulesetText(before.rules)}.`}
        </Small>
      </PanelBody>
    </Panel>
  )
}
