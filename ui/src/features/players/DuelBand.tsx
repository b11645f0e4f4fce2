import type { CSSProperties, ReactNode } from 'react'
import { styled } from 'styled-components'
import type { Duel, Duellist } from '../../../../src/areas/players/contract.ts'
import { count } from '../../lib/numbers.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Band } from '../../ui/Band.tsx'
import { Spread, Stack } from '../../ui/layout.ts'
import { PlayerName } from '../../ui/PlayerName.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { type DuelNames, pairText } from './duel.ts'

/* The band has a second column beside its content on wide pages, which a duel does not need. */
const Content = styled(Stack)`
  grid-column: 1 / -1;
  container: versus / inline-size;

  h1 {
    font-size: var(--t4);
    overflow-wrap: anywhere;
  }
`

const Versus = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr);
  gap: var(--s2) var(--s3);
  align-items: center;
  width: 100%;
  max-width: 45rem;
  margin-inline: auto;

  @container versus (max-width: 18rem) {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  }
`

const Side = styled.div`
  --also: var(--header-muted);
  display: grid;
  justify-items: center;
  gap: 4px;
  min-width: 0;
  font: 600 var(--t4) / 1.1 var(--board);
  text-align: center;
  overflow-wrap: anywhere;
`

const Sum = styled.p`
  display: flex;
  gap: var(--s3);
  align-items: center;
  font: 600 var(--t6) / 0.9 var(--board);

  @container versus (min-width: 37.5rem) {
    font-size: var(--t7);
  }
  @container versus (max-width: 18rem) {
    grid-area: 1 / 1 / 2 / 3;
    justify-content: center;
  }
  i {
    width: 12px;
    height: 3px;
    background: var(--header-line);
  }
  [data-low] {
    color: var(--header-muted);
  }
`

/* Lengths: won by the first, level, won by the second. */
const Tug = styled.div`
  display: grid;
  grid-template-columns: minmax(2px, var(--one)) minmax(2px, var(--level)) minmax(2px, var(--two));
  gap: 2px;
  height: 12px;
  forced-color-adjust: none;

  i:nth-child(1) {
    background: var(--accent);
  }
  i:nth-child(2) {
    background: var(--header-line);
  }
  i:nth-child(3) {
    background: var(--on-header);
  }
`

const Tugs = styled.p`
  display: grid;
  grid-template-columns: 1fr auto 1fr;
  gap: var(--s2);
  font-size: var(--t1);
  color: var(--header-muted);

  b {
    font: var(--b4);
    color: var(--on-header);
  }
  & > * {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & > :nth-child(2) {
    text-align: center;
  }
  & > :nth-child(3) {
    text-align: end;
  }
  @container versus (max-width: 18rem) {
    grid-template-columns: minmax(0, 1fr);

    && > * {
      text-align: start;
    }
  }
`

interface DuelBandProps {
  duel: Duel
  names: DuelNames
  /** The button that shares it. */
  action: ReactNode
}

export function DuelBand({ duel, names, action }: DuelBandProps) {
  const { player, opponent, matches, won } = duel
  const counted = matches ?? won
  return (
    <Band labelledBy="duel">
      <Content>
        <Spread>
          <h1 id="duel">Duel: {pairText(names)}</h1>
          {action}
        </Spread>
        <Versus>
          <Person of={player} isYou={names.you === 'player'} />
          <Sum>
            <Points of={names.player} points={player.points} isLow={player.points < opponent.points} />
            <i aria-hidden />
            <Points of={names.opponent} points={opponent.points} isLow={opponent.points < player.points} />
          </Sum>
          <Person of={opponent} isYou={names.you === 'opponent'} />
        </Versus>
        {counted.player + counted.level + counted.opponent > 0 && (
          <Stack data-gap="tight">
            <Tug
              aria-hidden
              style={
                {
                  '--one': `${counted.player}fr`,
                  '--level': `${counted.level}fr`,
                  '--two': `${counted.opponent}fr`,
                } as CSSProperties
              }
            >
              <i />
              <i />
              <i />
            </Tug>
            <Tugs>
              <span>
                <b>{count(counted.player)}</b> {matches ? 'matches' : 'gameweeks'} to {toText(names, 'player')}
              </span>
              <span>
                <b>{count(counted.level)}</b> level
              </span>
              <span>
                <b>{count(counted.opponent)}</b> to {toText(names, 'opponent')}
              </span>
            </Tugs>
          </Stack>
        )}
      </Content>
    </Band>
  )
}

const toText = (names: DuelNames, side: 'player' | 'opponent') => (names.you === side ? 'you' : names[side])

function Person({ of, isYou }: { of: Duellist; isYou: boolean }) {
  return (
    <Side>
      <Avatar username={of.username} image={of.profileImage} size="lg" isYou={isYou} onDark={isYou} />
      <span>
        <PlayerName id={of.id} name={of.displayName} username={of.username} isYou={isYou} />
      </span>
    </Side>
  )
}

function Points({ of, points, isLow }: { of: string; points: number; isLow: boolean }) {
  return (
    <span data-low={isLow || undefined}>
      <VisuallyHidden>{of} </VisuallyHidden>
      {count(points)}
    </span>
  )
}
