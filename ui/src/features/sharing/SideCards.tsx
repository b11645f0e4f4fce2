import { Flag, type LucideIcon, MessageSquareText, Target, Trophy, Users } from 'lucide-react'
import { styled } from 'styled-components'
import { Panel, PanelBody } from '../../ui/Panel.tsx'

const Tags = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 2px 12px;
  font: var(--b3);

  li {
    padding: 4px 0;
    overflow-wrap: anywhere;
  }
`

const Guide = styled.ul`
  li {
    display: flex;
    gap: 10px;
    align-items: center;
    padding: 7px 0;
    border-top: 1px solid var(--line);
  }
  li:first-child {
    border-top: 0;
  }
  svg {
    flex: none;
    width: 1.2em;
    height: 1.2em;
    color: var(--muted);
  }
`

const TOPICS = ['#PremierLeague', '#Gameweek', '#ExactScore', '#UpsetOfTheWeek', '#DerbyDay']

export function TrendingTopics() {
  return (
    <Panel title="Trending Topics">
      <PanelBody>
        <Tags>
          {TOPICS.map((topic) => (
            <li key={topic}>{topic}</li>
          ))}
        </Tags>
      </PanelBody>
    </Panel>
  )
}

const GUIDELINES: readonly { icon: LucideIcon; text: string }[] = [
  { icon: Users, text: 'Be respectful' },
  { icon: Target, text: 'Authentic predictions only' },
  { icon: Flag, text: 'No spam' },
  { icon: MessageSquareText, text: 'Engage constructively' },
  { icon: Trophy, text: 'Have fun' },
]

export function Guidelines() {
  return (
    <Panel title="Community Guidelines">
      <PanelBody>
        <Guide>
          {GUIDELINES.map(({ icon: Icon, text }) => (
            <li key={text}>
              <Icon aria-hidden />
              {text}
            </li>
          ))}
        </Guide>
      </PanelBody>
    </Panel>
  )
}
