import { type ComponentType, createContext, useContext } from 'react'
import { styled } from 'styled-components'
import { DELETED_USER } from '../../../src/contracts/names.ts'
import { playerPath } from '../lib/playerPath.ts'
import { Avatar } from './Avatar.tsx'
import { reachable } from './tapTarget.ts'

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

const Face = styled(Avatar)`
  margin-right: 0.35em;
`

const Also = styled.span`
  font: 400 var(--t1) / 1.3 var(--text);
  color: var(--also, var(--muted));
  overflow-wrap: anywhere;
`

interface PlayerNameProps {
  /** null: nobody any more. */
  id: number | null
  name: string
  /** The other of their two names: it stands beside this one where it says more. */
  also?: string | undefined
  /** Where `name` is the display name, which others may have too: `@username` stands beside it unless it is the same (docs/threats.md T91). */
  username?: string | undefined
  /** Their picture, where none stands beside the name. Letters in a line of text would be read as part of it. */
  image?: string | null | undefined
  /** The reader's own name is 'You', and leads to their page as others see it. */
  isYou?: boolean
  inText?: boolean
}

/** The name of a player, which leads to their page. That of a deleted one leads nowhere. */
export function PlayerName({ id, name, also = name, username = name, image, isYou = false, inText }: PlayerNameProps) {
  const Way = useContext(RouterLink)
  const text = isYou ? 'You' : name
  if (id === null || name === DELETED_USER) return text
  const to = playerPath(id)
  const look = { 'data-in-text': inText || undefined, children: text }
  const beside = username === name ? also : `@${username}`
  const link = Way ? <Name as={Way} {...{ to }} {...look} /> : <Name href={to} {...look} />
  return (
    <>
      {image && <Face username={name} image={image} size="line" />}
      {link}
      {!isYou && beside !== name && (
        <>
          {' '}
          <Also>{beside}</Also>
        </>
      )}
    </>
  )
}
