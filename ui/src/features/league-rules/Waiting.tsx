import { Clock, Lock, Users } from 'lucide-react'
import type { LeagueRules } from '../../../../src/areas/league-rules/contract.ts'
import { counted } from '../../lib/numbers.ts'
import { Button } from '../../ui/Button.tsx'
import { PanelBox, PanelFoot } from '../../ui/Panel.tsx'
import { SideNote } from '../../ui/SideNote.ts'
import { useSend } from '../../ui/useSend.ts'
import { rulesetText } from './model.ts'

/** Shows a saved change that waits for its gameweek, or why no change is possible, or that the league has no other members. */
export function Waiting({ rules: { leagueId, mayChange, upcoming, next, memberCount } }: { rules: LeagueRules }) {
  const { isBusy, send } = useSend('leagues')
  if (upcoming)
    return (
      <PanelBox as="div">
        <SideNote>
          <Clock aria-hidden />
          <span>
            New rules from gameweek {upcoming.fromGameweek}: {rulesetText(upcoming.rules)}.
            {mayChange && memberCount > 1 && ` All ${counted(memberCount, 'member')} know.`}
          </span>
        </SideNote>
        {mayChange && (
          <PanelFoot>
            <Button
              size="sm"
              kind="plain"
              busy={isBusy}
              onClick={() =>
                void send(`/api/leagues/${leagueId}/rules`, {
                  method: 'DELETE',
                  done: { title: 'Taken back', description: 'The rules stay as they are.' },
                  failed: 'Not taken back',
                })
              }
            >
              Take it back
            </Button>
          </PanelFoot>
        )}
      </PanelBox>
    )
  if (!mayChange) return null
  if (next === null)
    return (
      <SideNote data-tone="warn">
        <Lock aria-hidden />
        <span>No gameweek is left to begin. New rules can start with the next season.</span>
      </SideNote>
    )
  if (memberCount > 1) return null
  return (
    <SideNote>
      <Users aria-hidden />
      <span>
        <b>You are the only member.</b> You can set the rules now. New members read them first.
      </span>
    </SideNote>
  )
}
