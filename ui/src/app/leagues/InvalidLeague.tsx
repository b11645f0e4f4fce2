import { Nothing } from '../../ui/NotFound.tsx'

const back = { to: '/leagues', label: 'Back to Leagues' }

/** The path names no league (docs/rules.md R73). */
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
      It may be closed, or private and joined by its code only.
    </Nothing>
  )
}
