import { Radio } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import useSWR from 'swr'
import type { Goal, LiveDay } from '../../../../src/areas/matches/contract.ts'
import type { Prediction } from '../../../../src/areas/predictions/contract.ts'
import { matchName } from '../../features/fixtures/model.ts'
import { clockText } from '../../features/fixtures/time.ts'
import { useLiveDay } from '../../features/matches/api.ts'
import { effectText, goalText } from '../../features/matches/goalText.ts'
import { goalRows, scorelineOf } from '../../features/matches/model.ts'
import { allPredictions, reads } from '../../features/predictions/reads.ts'
import { areScoresHidden } from '../../lib/hiddenScores.ts'
import { HOME, isAt } from '../../lib/paths.ts'
import { serverNow } from '../../lib/serverClock.ts'
import { Button } from '../../ui/Button.tsx'
import { isToastShown, toast } from '../../ui/Toast.tsx'

/** A goal older than this is not announced, in ms. */
const FRESH = 60_000
/** Time between two looks at whether another toast is still shown, in ms. */
const RETRY = 1_000

const addressOf = ({ fixtureId }: Goal) => `/fixtures/${fixtureId}`

/**
 * Announces goals on pages that do not show them: all but the home page and that of the match. The last one replaces those that wait, and
 * no other toast is replaced.
 */
export function GoalToasts() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { data: day } = useLiveDay(!isAt(HOME, pathname))
  const isLive = day !== undefined && day.fixtures.length > 0
  const { data: predictions } = useSWR<Prediction[]>(isLive ? reads.mine.key : null, allPredictions)
  const known = useRef<ReadonlySet<string>>(undefined)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)

  const announce = useEffectEvent((goal: Goal, day: LiveDay) => {
    clearTimeout(waiting.current)
    const { goals, fixtures } = day
    const fixture = fixtures.find(({ id }) => id === goal.fixtureId)
    const isSeen = isAt(HOME, pathname) || isAt({ to: addressOf(goal) }, pathname)
    if (!fixture || isSeen || areScoresHidden() || serverNow() - Date.parse(goal.at) > FRESH) return
    if (isToastShown()) {
      waiting.current = setTimeout(() => announce(goal, day), RETRY)
      return
    }
    const pickOf = (id: number) => {
      const pick = predictions?.find(({ fixtureId }) => fixtureId === id)
      return pick ? scorelineOf(pick) : null
    }
    const row = goalRows(goals, pickOf, fixture.season).find(({ goal: { id } }) => id === goal.id)
    const effect = row && pickOf(fixture.id) ? [effectText(row.effect)] : []
    toast({
      icon: <Radio aria-hidden />,
      title: goalText(goal, fixture),
      description: [
        clockText(Date.parse(goal.at)),
        `${fixture.homeTeam.shortName} ${goal.home}–${goal.away} ${fixture.awayTeam.shortName}`,
        ...effect,
      ].join(' · '),
      action: (
        <Button
          size="sm"
          onDark
          aria-label={`Open ${matchName(fixture)}`}
          onClick={() => {
            toast(null)
            void navigate(addressOf(goal))
          }}
        >
          Open match
        </Button>
      ),
    })
  })

  useEffect(() => {
    const before = day && known.current
    known.current = day && new Set(day.goals.map(({ id }) => id))
    const goal = before && day.goals.find(({ id }) => !before.has(id))
    if (goal) announce(goal, day)
  }, [day])
  useEffect(() => () => clearTimeout(waiting.current), [])
  return null
}
