import { CalendarCheck, Trophy } from 'lucide-react'
import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { closingText } from '../../features/fixtures/time.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Spread, Whole } from '../../ui/layout.ts'

const Strip = styled(Spread)`
  padding: 10px 12px;
  background: var(--surface-2);

  p {
    display: flex;
    align-items: center;
    gap: var(--s2);
  }
  svg {
    flex: none;
    width: 1.25rem;
    height: 1.25rem;
    color: var(--muted);
  }
  @container page (min-width: 37.5rem) {
    padding-inline: 16px;
  }
`

function Lead({ icon, children, action }: { icon: ReactNode; children: ReactNode; action: ReactNode }) {
  return (
    <Strip>
      <p>
        {icon}
        <span>{children}</span>
      </p>
      {action}
    </Strip>
  )
}

interface NextGameweekProps {
  readonly gameweek: number
  /** Its address. */
  readonly to: string
  /** What closes first there; null: nothing is open. */
  readonly cutoff: number | null
  readonly now: number
  /** It is followed, and goes away with the focus in it. */
  onFollow(): void
}

/** From a gameweek that takes no picks any more to the one that does. */
export function NextGameweek({ gameweek, to, cutoff, now, onFollow }: NextGameweekProps) {
  return (
    <Lead
      icon={<CalendarCheck aria-hidden />}
      action={
        <ButtonLink size="sm" kind="primary" to={to} onClick={onFollow}>
          Predict Gameweek {gameweek}
        </ButtonLink>
      }
    >
      Gameweek {gameweek} takes picks
      {cutoff === null ? null : (
        <>
          , the first until <Whole>{closingText(cutoff, now)}</Whole>
        </>
      )}
      .
    </Lead>
  )
}

/** From a gameweek to the end of its season. */
export function SeasonOver({ onShow }: { onShow(): void }) {
  return (
    <Lead
      icon={<Trophy aria-hidden />}
      action={
        <Button size="sm" onClick={onShow}>
          How it ended
        </Button>
      }
    >
      The season is over.
    </Lead>
  )
}
