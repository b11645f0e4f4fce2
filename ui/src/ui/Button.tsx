import type { ComponentProps, MouseEvent } from 'react'
import { css, styled } from 'styled-components'
import { Spinner } from './Spinner.tsx'
import { tapTarget } from './tapTarget.ts'

export const appearance = css`
  --fill: var(--surface-2);
  --fg: var(--ink);
  --c: 6px;
  position: relative;
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: var(--s2);
  min-height: var(--tap);
  padding: 6px var(--s4);
  font: 600 var(--t2) / 1.15 var(--text);
  color: var(--fg);
  text-align: center;
  text-decoration: none;
  cursor: pointer;
  /* The cut corner is part of the background, so that it never clips the focus ring. */
  background: linear-gradient(225deg, transparent var(--c), var(--fill) calc(var(--c) + 0.4px));
  touch-action: manipulation;

  svg {
    flex: none;
    width: 1.2em;
    height: 1.2em;
  }
  &:hover {
    --fill: var(--line);
  }
  &:active {
    translate: 0 1px;
  }
  &[data-kind='primary'] {
    --fill: var(--brand);
    --fg: var(--on-brand);
  }
  &[data-kind='primary']:hover {
    --fill: var(--brand-hover);
  }
  &[data-kind='accent'] {
    --fill: var(--accent);
    --fg: var(--on-accent);
  }
  &[data-kind='accent']:hover {
    --fill: var(--accent-hover);
  }
  &[data-kind='danger'] {
    --fill: var(--danger);
    --fg: var(--on-danger);
  }
  &[data-kind='danger']:hover {
    --fill: var(--danger-hover);
  }
  &[data-kind='plain'] {
    --fill: transparent;
    padding-inline: var(--s2);
    text-decoration: underline;
    text-decoration-thickness: 1px;
    text-underline-offset: 0.2em;
  }
  &[data-kind='plain']:hover {
    --fill: var(--surface-2);
  }
  &[data-size='sm'] {
    --c: 5px;
    min-height: 32px;
    padding: 2px var(--s3);
    font-size: var(--t1);
  }
  &[data-size='sm'][data-kind='plain'] {
    padding-inline: 6px;
  }
  /* A row's button stays small to look at; a finger meets 44 px. */
  &[data-size='sm'] {
    --tap-inset: -6px 0;
    ${tapTarget}
  }
  /* Keeps its width next to a long title. */
  &[data-icon] {
    flex: none;
    padding: 0;
    width: var(--tap);
    font-size: var(--t3);
  }
  &[data-icon][data-size='sm'] {
    --tap-inset: -6px;
    width: 32px;
    font-size: var(--t2);
  }
  &[data-block] {
    width: 100%;
  }
  &[data-dark]:not([data-kind='accent'], [data-kind='danger']) {
    --fill: var(--header-2);
    --fg: var(--on-header);
  }
  &[data-dark]:not([data-kind='accent'], [data-kind='danger']):hover {
    --fill: var(--header-line);
  }
  &[data-dark][data-kind='plain'] {
    --fill: transparent;
  }
  &[data-dark][data-kind='plain']:hover {
    --fill: var(--header-2);
  }
  &[data-icon][data-kind='plain'] {
    text-decoration: none;
  }
  &:disabled,
  &[aria-disabled='true']:not([aria-busy='true']) {
    --fill: var(--surface-2);
    --fg: var(--muted);
    cursor: not-allowed;
    translate: none;
  }
  &[data-dark]:disabled,
  &[data-dark][aria-disabled='true']:not([aria-busy='true']) {
    --fill: var(--header-2);
    --fg: var(--header-muted);
  }
  &[aria-busy='true'] {
    cursor: progress;
    translate: none;
  }
  @media (forced-colors: active) {
    border: 1px solid;
    background: ButtonFace;
  }
`

const ButtonBase = styled.button`
  ${appearance}
`

/** Absolutely positioned in the padding: a busy button keeps its width and its label. */
const Busy = styled(Spinner)`
  position: absolute;
  inset-inline-start: 3px;
  width: 10px;
  height: 10px;
  border-width: 1.5px;

  [data-icon] > & {
    inset: 0;
    margin: auto;
    width: 16px;
    height: 16px;
  }
`

export interface ButtonAppearance {
  /** At most one `primary` per view; `accent` is for the save bar; `plain` is underlined text. */
  kind?: 'neutral' | 'primary' | 'accent' | 'danger' | 'plain'
  /** `sm`: 32 px, for rows. */
  size?: 'md' | 'sm'
  block?: boolean
  /** The content is an icon alone; requires `aria-label`. */
  icon?: boolean
  onDark?: boolean
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonAppearance {
  /** An action started by this button is running: clicks are ignored, focus stays. */
  busy?: boolean
}

export const appearanceProps = ({ kind = 'neutral', size = 'md', block, icon, onDark }: ButtonAppearance) => ({
  'data-kind': kind,
  'data-size': size,
  'data-block': block || undefined,
  'data-icon': icon || undefined,
  'data-dark': onDark || undefined,
})

/** `disabled` takes the focus away: a button that its own press turns off has `aria-disabled`. */
export function Button({ kind, size, block, icon, onDark, busy, onClick, children, ...rest }: ButtonProps) {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy || rest['aria-disabled']) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <ButtonBase
      type="button"
      {...rest}
      {...appearanceProps({ kind, size, block, icon, onDark })}
      {...(busy ? { 'aria-busy': true, 'aria-disabled': true } : {})}
      onClick={click}
    >
      {busy && <Busy />}
      {icon && busy ? null : children}
    </ButtonBase>
  )
}

const AnchorBase = styled.a`
  ${appearance}
`

type ButtonAnchorProps = ComponentProps<'a'> & Omit<ButtonAppearance, 'icon' | 'onDark'>

/**
 * A link styled as a button that loads a new page: another site, or a page outside the app. Use `ButtonLink` within the
 * app.
 */
export function ButtonAnchor({ kind, size, block, children, ...rest }: ButtonAnchorProps) {
  return (
    <AnchorBase {...rest} {...appearanceProps({ kind, size, block })}>
      {children}
    </AnchorBase>
  )
}
