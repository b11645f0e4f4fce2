import { Search } from 'lucide-react'
import { styled } from 'styled-components'
import { Input } from './Field.tsx'

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

interface SearchFieldProps {
  label: string
  placeholder: string
  value: string
  maxLength: number
  onValue: (value: string) => void
}

export function SearchField({ label, onValue, ...input }: SearchFieldProps) {
  return (
    <Find>
      <Search aria-hidden />
      <Input
        type="search"
        aria-label={label}
        autoComplete="off"
        onChange={(event) => onValue(event.target.value)}
        {...input}
      />
    </Find>
  )
}

export const SearchBar = styled.search`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s2);
  padding: 0 var(--s4) var(--s3);
`
