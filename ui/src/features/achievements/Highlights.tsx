import { useId } from 'react'
import { styled } from 'styled-components'
import type { UserAchievement } from '../../../../src/areas/achievements/contract.ts'
import { count } from '../../lib/numbers.ts'
import { dateText } from '../../lib/when.ts'
import { Small } from '../../ui/layout.ts'
import { Panel } from '../../ui/Panel.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Mark } from './Mark.tsx'
import { begun, percentOf, wonLatest } from './model.ts'

/** Maximum cards per list. */
const MOST = 3

/** Stacked cards. */
export const Cards = styled.div`
  display: grid;
  gap: var(--s3);
  grid-template-columns: minmax(0, 1fr);

  @container page (min-width: 37.5rem) {
    gap: var(--s4);
  }
`

const Columns = styled(Cards)`
  @container page (min-width: 37.5rem) {
    grid-template-columns: repeat(auto-fit, minmax(18rem, 1fr));
  }
`

const List = styled.ul`
  li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 2px var(--s3);
    align-items: center;
    padding: var(--s2) var(--s4);
    border-top: 1px solid var(--line);
  }
`

const Badge = styled(Mark)`
  --w: 2.25rem;
`

const Text = styled.div`
  display: grid;
  gap: 3px;
  min-width: 0;
  --track: var(--surface-2);

  b {
    font: var(--b3);
    line-height: 1.15;
  }
`

/** Nearly unlocked and recently unlocked achievements. Renders nothing if there are none. */
export function Highlights({ achievements }: { achievements: readonly UserAchievement[] }) {
  const close = begun(achievements).slice(0, MOST)
  const won = wonLatest(achievements).slice(0, MOST)
  if (close.length + won.length === 0) return null
  return (
    <Columns>
      {close.length > 0 && (
        <Part title="Closest">
          {close.map(({ id, name, icon, rarity, progress }) => (
            <li key={id}>
              <Badge icon={icon} rarity={rarity} locked />
              <Text>
                <b>{name}</b>
                <ProgressBar percent={percentOf(progress.value, progress.of)} />
                <Small>
                  {count(progress.value)} of {count(progress.of)}
                </Small>
              </Text>
            </li>
          ))}
        </Part>
      )}
      {won.length > 0 && (
        <Part title="New">
          {won.map(({ id, name, icon, rarity, unlockedAt }) => (
            <li key={id}>
              <Badge icon={icon} rarity={rarity} />
              <Text>
                <b>{name}</b>
                {unlockedAt && (
                  <Small>
                    Unlocked <time dateTime={unlockedAt}>{dateText(unlockedAt)}</time>
                  </Small>
                )}
              </Text>
            </li>
          ))}
        </Part>
      )}
    </Columns>
  )
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  const id = useId()
  return (
    <Panel title={<span id={id}>{title}</span>}>
      <List aria-labelledby={id}>{children}</List>
    </Panel>
  )
}
