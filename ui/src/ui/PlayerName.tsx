import { type ComponentType, createContext, useContext } from 'react'
import { styled } from 'styled-components'
import { DELETED_USER } from '../../../src/contracts/names.ts'
import { playerPath } from '../lib/paths.ts'
import { Avatar } from './Avatar.tsx'
import { reachable } from './tapTarget.ts'

/** The router's link component. Null outside the router, where a plain link is used. */
export const RouterLink = createContext<ComponentType<{ to: string }> | null>(null)

const Name = styled.a`
  ${reachable}
  color: inherit;
  text-decoration: none;

  &:hover,
  &[data-in-text] {
    text-decoration: underline;
  }
  /* A name narrower than a tap target leaves no space before its comma; the lines of a long one begin at the start. */
  &[data-in-text] {
    display: inline-flex;
    justify-content: end;
    overflow-wrap: anywhere;
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
  /** null: the player was deleted. */
  id: number | null
  name: string
  /** The player's other name, shown after `name` if it differs. */
  also?: string | undefined
  /**
   * Set if `name` is a display name, which is not unique: adds `@username` unless both are equal (docs/threats.md T91).
   */
  username?: string | undefined
  /**
   * Profile picture, if none is shown next to the name. There is no fallback to initials, which would read as part of
   * the text.
   */
  image?: string | null | undefined
  /** Shows 'You', linked to the reader's public page. */
  isYou?: boolean
  inText?: boolean
}

/** A player's name, linked to their page. The name of a deleted player has no link. */
export function PlayerName({ id, name, also = name, username = name, image, isYou = false, inText }: PlayerNameProps) {
  const LinkComponent = useContext(RouterLink)
  const text = isYou ? 'You' : name
  if (id === null || name === DELETED_USER) return text
  const to = playerPath(id)
  const linkProps = { 'data-in-text': inText || undefined, children: text }
  const beside = username === name ? also : `@${username}`
  const link = LinkComponent ? (
    <Name as={LinkComponent} {...{ to }} {...linkProps} />
  ) : (
    <Name href={to} {...linkProps} />
  )
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
