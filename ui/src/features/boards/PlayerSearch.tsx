import { LocateFixed, Search } from 'lucide-react'
import { styled } from 'styled-components'
import { Button } from '../../ui/Button.tsx'
import { Input } from '../../ui/Field.tsx'

const Bar = styled.search`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s2);
  padding: 0 var(--s4) var(--s3);
`

const Find = styled.div`
  position: relative;
  flex: 1 1 12rem;
  min-width: 0;

  svg {
    position: absolute;
    left: 10px;
    top: 50%;
    translate: 0 -50%;
    width: 1.2em;
    height: 1.2em;
    color: var(--muted);
    pointer-events: none;
  }
  input {
    padding-left: calc(1.2em + 18px);
  }
`

interface PlayerSearchProps {
  name: string
  onName: (name: string) => void
  /** Given to who is ranked. */
  onJump: (() => void) | undefined
}

/** Finds a player by the first letters of the name, or oneself. */
export function PlayerSearch({ name, onName, onJump }: PlayerSearchProps) {
  return (
    <Bar>
      <Find>
        <Search aria-hidden />
        <Input
          type="search"
          aria-label="Find a player"
          placeholder="Find a player"
          autoComplete="off"
          maxLength={30}
          value={name}
          onChange={(event) => onName(event.target.value)}
        />
      </Find>
      {onJump && (
        <Button kind="primary" onClick={onJump}>
          <LocateFixed aria-hidden />
          Jump to me
        </Button>
      )}
    </Bar>
  )
}
