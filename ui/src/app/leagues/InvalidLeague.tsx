import { Nothing } from '../../ui/NotFound.tsx'

const back = { to: '/leagues', label: 'Back to Leagues' }

/** Shown if the path has no valid league id (docs/rules.md R73). */
export function InvalidLeague() {
  return (
    <Nothing title="Invalid League" {...back}>
      League ID is missing or invalid.
    </Nothing>
  )
}

export function LeagueNotFound() {
  return (
    <Nothing title="League not found" {...back}>
      It may have closed, or it’s private and you need its join code.
    </Nothing>
  )
}
