import { styled } from 'styled-components'
import { Timeline } from '../../ui/Timeline.ts'

/** A verdict. `data-k`: `ok`, `warn` or `bad`. */
export const Verdict = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 4px var(--s3);
  align-items: start;
  padding: var(--s4);
  background: var(--verdict, var(--surface-2));
  overflow-wrap: anywhere;

  & > :first-child {
    grid-row: 1 / 3;
    width: 34px;
    height: 34px;
    color: var(--verdict-ink, var(--muted));
  }
  strong {
    font: 600 var(--t5) / 1.05 var(--board);
    color: var(--verdict-ink, var(--ink));
  }
  &[data-k='ok'] {
    --verdict: var(--ok-tint);
    --verdict-ink: var(--ok);
  }
  &[data-k='bad'] {
    --verdict: var(--loss-tint);
    --verdict-ink: var(--loss);
  }
  &[data-k='warn'] {
    --verdict: var(--warn-tint);
    --verdict-ink: var(--warn);
  }
`

/** The steps of a check. `data-state` of an item: `on`, `bad` or `none`. */
export const VerdictSteps = styled(Timeline)`
  padding: var(--s4);

  & > li[data-state='on'] {
    --mark: var(--ok);
  }
  & > li[data-state='bad'] {
    --mark: var(--danger);
  }
`
