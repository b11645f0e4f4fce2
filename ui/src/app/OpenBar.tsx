import { Moon, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { useTheme } from '../theme/theme.ts'
import { Brand } from '../ui/Brand.tsx'
import { Button } from '../ui/Button.tsx'
import { finger } from '../ui/finger.ts'
import { Row, room, Wrap } from '../ui/layout.ts'
import { HOME } from './paths.ts'

const Top = styled.header`
  ${room}
  background: var(--header);
  color: var(--on-header);
  --focus: var(--accent);
`

const Line = styled(Wrap)`
  display: flex;
  align-items: center;
  justify-content: space-between;
  flex-wrap: wrap;
  gap: 0 var(--s3);
  min-height: 52px;
`

/** The one link of the bar. */
export const BarLink = styled.a`
  ${finger}
  --finger: -10px -8px;
  display: inline-flex;
  align-items: center;
  min-height: 24px;
  font-size: var(--t1);
  color: var(--on-header);
`

/** The slim bar of pages that are open to everybody, not the header of the app: brand and theme. `before` and `children` stand around the theme's button. */
export function OpenBar({ before, children }: { before?: ReactNode; children: ReactNode }) {
  const { theme, toggle } = useTheme()
  const isDark = theme === 'dark'
  return (
    <Top>
      <Line>
        <Brand as="a" href={HOME.to} aria-label="PLP, home">
          PLP
        </Brand>
        <Row>
          {before}
          <Button icon kind="plain" onDark aria-label="Dark theme" aria-pressed={isDark} onClick={toggle}>
            {isDark ? <Sun aria-hidden /> : <Moon aria-hidden />}
          </Button>
          {children}
        </Row>
      </Line>
    </Top>
  )
}
