import { styled } from 'styled-components'

const Label = styled.label`
  display: inline-flex;
  align-items: center;
  gap: var(--s2);
  min-height: 32px;
  font-size: var(--t1);
  font-weight: 600;
  cursor: pointer;

  input {
    appearance: none;
    position: relative;
    width: 44px;
    height: 26px;
    margin: 0;
    border: 2px solid var(--line-strong);
    background: var(--surface);
    cursor: inherit;
  }
  input::before {
    content: '';
    position: absolute;
    top: 3px;
    left: 3px;
    width: 16px;
    height: 16px;
    background: var(--line-strong);
    transition: translate var(--fast) var(--ease);
  }
  input:checked {
    border-color: var(--lit);
    background: var(--lit);
  }
  input:checked::before {
    background: var(--lit-num);
    translate: 18px 0;
  }
  span {
    min-width: 1.7rem;
  }
  @media (forced-colors: active) {
    input {
      appearance: auto;
    }
    input::before {
      content: none;
    }
  }
`

export function JokerSwitch({ isOn, onToggle }: { isOn: boolean; onToggle(isOn: boolean): void }) {
  return (
    <Label>
      <input
        type="checkbox"
        role="switch"
        aria-label="Joker"
        checked={isOn}
        aria-checked={isOn}
        onChange={(event) => onToggle(event.currentTarget.checked)}
      />
      <span aria-hidden>{isOn ? 'On' : 'Off'}</span>
    </Label>
  )
}
