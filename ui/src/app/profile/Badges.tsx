import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import type { Profile } from '../../../../src/areas/profiles/contract.ts'
import { useUserAchievements } from '../../features/achievements/api.ts'
import { Mark } from '../../features/achievements/Mark.tsx'
import { RarityBadge } from '../../features/achievements/RarityBadge.tsx'
import { badgesOf } from '../../features/profile/model.ts'
import { counted } from '../../lib/numbers.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Small, Spread } from '../../ui/layout.ts'
import { Panel, PanelFoot } from '../../ui/Panel.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'

const List = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), 1fr));
  overflow: hidden;

  & > li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: var(--s3);
    align-content: start;
    padding: var(--s3) var(--s4);
    margin-left: -1px;
    border: solid var(--line);
    border-width: 1px 0 0 1px;
  }
`

const Shield = styled(Mark)`
  --w: 44px;
`

const Text = styled.div`
  display: grid;
  gap: 5px;
  align-content: start;
  justify-items: start;
  min-width: 0;

  h3 {
    font-size: var(--t3);
    overflow-wrap: anywhere;
  }
  [data-locked] > & h3 {
    color: var(--muted);
  }
  [role='progressbar'] {
    width: 100%;
    --filled: var(--muted);
    --track: var(--line);
  }
`

interface BadgesProps {
  readonly profile: Profile
  readonly achievementCount: number
  readonly isSeasonOver: boolean
}

/** The three badges of the profile, with the progress of locked ones (docs/rules.md R191). */
export function Badges({ profile, achievementCount, isSeasonOver }: BadgesProps) {
  const isComplete = badgesOf(profile).every(({ isWon }) => isWon)
  const { data: achievements = [] } = useUserAchievements(achievementCount > 0 && !isComplete)
  const unlocked = achievements.flatMap(({ name, unlockedAt }) => (unlockedAt ? [[name, unlockedAt] as const] : []))
  const badges = badgesOf(profile, new Map(unlocked))
  return (
    <Panel
      title="Badges"
      actions={
        <Small>
          <Link to="/achievements">All achievements</Link>, {counted(achievementCount, 'unlocked', 'unlocked')}
        </Small>
      }
    >
      <List>
        {badges.map(({ name, icon, rarity, value, of, isWon, text }) => (
          <li key={name} data-locked={!isWon || undefined}>
            <Shield icon={isWon ? icon : 'Lock'} rarity={rarity} locked={!isWon} />
            <Text>
              <h3>{name}</h3>
              <Small as="p">{text}</Small>
              {isWon ? (
                <RarityBadge rarity={rarity} />
              ) : (
                <>
                  <ProgressBar label={name} percent={(100 * value) / of} text={`${value} of ${of}`} />
                  <Small>Not yet unlocked</Small>
                </>
              )}
            </Text>
          </li>
        ))}
      </List>
      {profile.totalPredictions === 0 && badges.every(({ isWon }) => !isWon) && (
        <PanelFoot>
          <Spread>
            <Small>No badges yet. The first exact score makes you a Score Predictor.</Small>
            {!isSeasonOver && (
              <ButtonLink size="sm" to="/">
                Make your first pick
              </ButtonLink>
            )}
          </Spread>
        </PanelFoot>
      )}
    </Panel>
  )
}
