import { styled } from 'styled-components'
import { tapTarget } from '../../ui/tapTarget.ts'
import type { HiddenScores } from './useHiddenScores.ts'

const Label = styled.label`
  ${tapTarget}
  display: inline-flex;
  align-items: center;
  gap: var(--s2);
  min-height: 32px;
  margin-left: auto;
  font-size: var(--t1);
  color: var(--muted);
  white-space: nowrap;
  cursor: pointer;

  & input {
    appearance: none;
    position: relative;
    flex: none;
    width: 2.125rem;
    height: 1.125rem;
    border: 1px solid var(--line-strong);
    background: var(--surface);
    cursor: inherit;
  }
  & input::before {
    content: '';
    position: absolute;
    inset: 2px auto 2px 2px;
    width: 0.875rem;
    background: var(--line-strong);
    transition: translate var(--fast);
  }
  & input:checked {
    border-color: var(--lit);
    background: var(--lit);
  }
  & input:checked::before {
    background: var(--lit-num);
    translate: 0.875rem 0;
  }
  @media (forced-colors: active) {
    & input {
      appearance: auto;
    }
    & input::before {
      content: none;
    }
  }
`

export function HideScoresSwitch({ hidden }: { hidden: HiddenScores }) {
  return (
    <Label>
      <input
        type="checkbox"
        role="switch"
        checked={hidden.isOn}
        aria-checked={hidden.isOn}
        onChange={(event) => hidden.toggle(event.currentTarget.checked)}
      />
      Hide live scores
    </Label>
  )
}
