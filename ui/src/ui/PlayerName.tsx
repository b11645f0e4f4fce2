import { type ComponentType, createContext, useContext } from 'react'
import { styled } from 'styled-components'
import { DELETED_USER } from '../../../src/contracts/names.ts'
import { playerPath } from '../lib/playerPath.ts'
import { reachable } from './finger.ts'

/** The router's link, where there is a router: pages that stand outside it lead to the player by a plain one. */
export const RouterLink = createContext<ComponentType<{ to: string }> | null>(null)

const Name = styled.a`
  ${reachable}
  color: inherit;
  text-decoration: none;

  &:hover,
  &[data-in-text] {
    text-decoration: underline;
  }
`

interface PlayerNameProps {
  /** null: nobody any more. */
  id: number | null
  name: string
  /** The reader's own name is 'You', and leads to their page as others see it. */
  isYou?: boolean
  /** It stands in a sentence. */
  inText?: boolean
}

/** The name of a player, which leads to their page. That of a deleted one leads nowhere. */
export function PlayerName({ id, name, isYou = false, inText }: PlayerNameProps) {
  const Way = useContext(RouterLink)
  const text = isYou ? 'You' : name
  if (id === null || name === DELETED_USER) return text
  const to = playerPath(id)
  const look = { 'data-in-text': inText || undefined, children: text }
  return Way ? <Name as={Way} {...{ to }} {...look} /> : <Name href={to} {...look} />
}
