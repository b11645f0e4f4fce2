import type { CSSProperties } from 'react'
import { styled } from 'styled-components'
import type { LeaderboardEntry } from '../../../../src/areas/boards/contract.ts'
import { count } from '../../lib/numbers.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { PARTS } from './model.ts'

const Lengths = styled.span`
  display: flex;
  gap: 2px;
  width: 100%;
  min-width: 64px;
  height: 8px;

  &[data-tall] {
    height: 28px;
  }
  & > i {
    flex: var(--v) 0 0;
    background: var(--b);
    forced-color-adjust: none;
  }
`

const Words = styled.span`
  display: flex;
  flex-wrap: wrap;
  gap: 2px var(--s3);
  font-size: var(--t1);
  color: var(--muted);
`

const Word = styled.span`
  display: inline-flex;
  gap: 6px;
  align-items: center;

  i {
    width: 14px;
    height: 10px;
    background: var(--b);
    forced-color-adjust: none;
  }
`

type Parts = NonNullable<LeaderboardEntry['parts']>

const colour = (index: number) => ({ '--b': `var(--chart-${index + 1})` }) as CSSProperties

/** Sources of points as three lengths on one line, next to their figures. */
export function Made({ parts, tall }: { parts: Parts; tall?: boolean }) {
  return (
    <Lengths aria-hidden data-tall={tall || undefined}>
      {PARTS.map(
        ({ id }, index) =>
          parts[id] > 0 && <i key={id} style={{ ...colour(index), '--v': parts[id] } as CSSProperties} />,
      )}
    </Lengths>
  )
}

/** The name of a source with its colour. */
export function PartName({ index }: { index: number }) {
  return (
    <Word>
      <i aria-hidden style={colour(index)} />
      {PARTS[index]!.name}
    </Word>
  )
}

/** The figures with coloured names, for layouts without columns. */
export function PartFigures({ parts }: { parts: Parts }) {
  return (
    <Words>
      {PARTS.map(
        ({ id, name }, index) =>
          (parts[id] !== 0 || id === 'matches') && (
            <Word key={id}>
              <i aria-hidden style={colour(index)} />
              <span>
                <VisuallyHidden>{name} </VisuallyHidden>
                {count(parts[id])}
              </span>
            </Word>
          ),
      )}
    </Words>
  )
}

export function PartNames() {
  return (
    <Words>
      {PARTS.map(({ id }, index) => (
        <PartName key={id} index={index} />
      ))}
    </Words>
  )
}
