import { styled } from 'styled-components'

/** A short status label. `data-tone`: ok, warn, bad, info, live, act, draft, ink; neutral without it. */
export const BadgeBase = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 5px;
  min-height: 22px;
  padding: 1px 8px;
  font-size: var(--t1);
  font-weight: 600;
  line-height: 1.2;
  white-space: nowrap;
  color: var(--b, var(--draw));
  background: var(--bt, var(--draw-tint));

  svg {
    width: 13px;
    height: 13px;
  }
  &[data-tone='ok'] {
    --b: var(--ok);
    --bt: var(--ok-tint);
  }
  &[data-tone='warn'] {
    --b: var(--warn);
    --bt: var(--warn-tint);
  }
  &[data-tone='bad'] {
    --b: var(--loss);
    --bt: var(--loss-tint);
  }
  &[data-tone='info'] {
    --b: var(--win);
    --bt: var(--win-tint);
  }
  &[data-tone='live'] {
    --b: var(--on-live);
    --bt: var(--live);
  }
  &[data-tone='act'] {
    --b: var(--on-accent);
    --bt: var(--accent);
  }
  &[data-tone='draft'] {
    --b: var(--ink);
    --bt: transparent;
    box-shadow: inset 0 0 0 1.5px var(--ink);
  }
  &[data-tone='ink'] {
    --b: var(--on-lit);
    --bt: var(--lit);
  }
  @media (forced-colors: active) {
    border: 1px solid;
  }
`

export type BadgeTone = 'neutral' | 'ok' | 'warn' | 'bad' | 'info' | 'live' | 'act' | 'draft' | 'ink'

export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: React.ReactNode }) {
  return <BadgeBase data-tone={tone}>{children}</BadgeBase>
}
