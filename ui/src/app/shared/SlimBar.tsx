import { Moon, Sun } from 'lucide-react'
import { styled } from 'styled-components'
import type { Session } from '../../features/session/api.ts'
import { entryQuery } from '../../features/session/model.ts'
import { useTheme } from '../../theme/theme.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Brand } from '../../ui/Brand.tsx'
import { Button } from '../../ui/Button.tsx'
import { finger } from '../../ui/finger.ts'
import { Row, room, Wrap } from '../../ui/layout.ts'
import { HOME } from '../paths.ts'

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

const About = styled.span`
  display: none;
  font-size: var(--t1);
  color: var(--header-muted);

  @container page (min-width: 37.5rem) {
    display: inline;
  }
`

const SignIn = styled.a`
  ${finger}
  --finger: -10px -8px;
  font-size: var(--t1);
  color: var(--on-header);
`

const Mine = styled(Avatar)`
  &[data-you] {
    background: var(--header-2);
  }
`

/** The bar of a page that is open to everybody: not the header of the app. */
export function SlimBar({ session }: { session: Session }) {
  const { theme, toggle } = useTheme()
  const isDark = theme === 'dark'
  return (
    <Top>
      <Line>
        <Brand as="a" href={HOME.to} aria-label="PLP, home">
          PLP
        </Brand>
        <Row>
          {session.status !== 'signed-in' && <About>Premier League predictions</About>}
          <Button icon kind="plain" onDark aria-label="Dark theme" aria-pressed={isDark} onClick={toggle}>
            {isDark ? <Sun aria-hidden /> : <Moon aria-hidden />}
          </Button>
          {session.status === 'signed-in' && (
            <Mine username={session.user.username} image={session.user.profileImage} isYou />
          )}
          {session.status === 'signed-out' && <SignIn href={entryQuery('login')}>Sign In</SignIn>}
        </Row>
      </Line>
    </Top>
  )
}
