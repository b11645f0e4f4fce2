import { Medal } from 'lucide-react'
import { useState } from 'react'
import { styled } from 'styled-components'
import type { PlayerBadge } from '../../../../src/areas/players/contract.ts'
import { AchievementCard } from '../../features/achievements/AchievementCard.tsx'
import { RARITIES } from '../../features/achievements/model.ts'
import { counted } from '../../lib/numbers.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Small } from '../../ui/layout.ts'
import { Panel, PanelFoot } from '../../ui/Panel.tsx'
import { EmptyState } from '../../ui/State.tsx'

const FIRST = 3

const List = styled.ul`
  display: grid;
  gap: var(--s2);
  padding: 0 var(--s3) var(--s3);
`

export function Badges({ badges }: { badges: readonly PlayerBadge[] }) {
  const [showsAll, setShowsAll] = useState(false)
  const byRarity = badges.toSorted((a, b) => RARITIES.indexOf(b.rarity) - RARITIES.indexOf(a.rarity))
  return (
    <Panel title="Badges" actions={badges.length > 0 && <Small>{counted(badges.length, 'achievement')}</Small>}>
      {badges.length === 0 ? (
        <EmptyState
          icon={Medal}
          title="No badges yet"
          action={<ButtonLink to="/achievements">Achievements</ButtonLink>}
        />
      ) : (
        <List>
          {(showsAll ? byRarity : byRarity.slice(0, FIRST)).map((badge) => (
            <AchievementCard key={badge.id} achievement={{ ...badge, isUnlocked: true, progress: null }} />
          ))}
        </List>
      )}
      {badges.length > FIRST && (
        <PanelFoot>
          <Button block size="sm" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? 'Show less' : `Show all ${badges.length}`}
          </Button>
        </PanelFoot>
      )}
    </Panel>
  )
}
