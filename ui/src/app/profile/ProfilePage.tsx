import { useId } from 'react'
import { useSearchParams } from 'react-router-dom'
import { styled } from 'styled-components'
import type { CurrentUser } from '../../../../src/contracts/accounts.ts'
import type { Profile } from '../../../../src/contracts/profile.ts'
import { useCurrentGameweek } from '../../features/leagues/api.ts'
import { MuteSwitches } from '../../features/notifications/MuteSwitches.tsx'
import { About } from '../../features/profile/About.tsx'
import { AvatarCard } from '../../features/profile/AvatarCard.tsx'
import { useProfile } from '../../features/profile/api.ts'
import { MyData } from '../../features/profile/MyData.tsx'
import { type ProfileTab, TABS, tabOf } from '../../features/profile/model.ts'
import { ProfileBand } from '../../features/profile/ProfileBand.tsx'
import { Sessions } from '../../features/profile/Sessions.tsx'
import { SignIn } from '../../features/profile/SignIn.tsx'
import { Statistics, WeeklyPerformance } from '../../features/profile/Statistics.tsx'
import { type Editing, useEditing } from '../../features/profile/useEditing.ts'
import { useAccountDeletion } from '../../features/session/useLogout.ts'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Stack, Wrap } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { SideLayout } from '../../ui/SideLayout.ts'
import { Loading } from '../../ui/Skeleton.tsx'
import { TabList, tabPanelProps } from '../../ui/Tabs.tsx'
import { useUnsaved } from '../../ui/useUnsaved.tsx'
import { Page } from '../leagues/Page.ts'
import type { PageProps } from '../page.ts'
import { Badges } from './Badges.tsx'
import { Standing } from './Standing.tsx'

const Deck = styled.div`
  background: var(--surface);
  border-bottom: 1px solid var(--line);

  [role='tablist'] {
    border: 0;
  }
  [role='tab'] {
    min-height: 48px;
    margin: 0;
  }
  @container page (min-width: 37.5rem) {
    [role='tab'] {
      flex: 0 0 auto;
      padding-inline: var(--s4);
    }
    [role='tab']:first-child {
      margin-left: calc(var(--s4) * -1);
    }
  }
`

const Halves = styled.div`
  display: grid;
  gap: var(--s3);
  align-items: start;
  grid-template-columns: minmax(0, 1fr);

  @container page (min-width: 37.5rem) {
    gap: var(--s5);
  }
  @container page (min-width: 64rem) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`

/** The reader's own page. `?tab=statistics` and `settings` open the others of its tabs. */
export function ProfilePage({ user, title }: PageProps) {
  usePageTitle(title)
  const [query, setQuery] = useSearchParams()
  const tab = tabOf(query)
  const select = (id: string) => setQuery(id === 'overview' ? {} : { tab: id }, { replace: true })
  const base = useId()
  const read = useProfile()
  const editing = useEditing()
  const question = useUnsaved(editing.isDirty)
  return (
    <>
      <ProfileBand user={user} profile={read.data} />
      <Deck>
        <Wrap>
          <TabList label="Profile" tabs={TABS} selected={tab} onSelect={select} base={base} />
        </Wrap>
      </Deck>
      <Page {...tabPanelProps(base, tab)}>
        <Loaded
          read={read}
          failed="Unable to load profile data"
          isAlone
          waiting={<Loading label="Loading the profile" rows={8} />}
        >
          {(profile) => <Content tab={tab} user={user} profile={profile} editing={editing} />}
        </Loaded>
      </Page>
      {question}
    </>
  )
}

interface ContentProps {
  readonly tab: ProfileTab
  readonly user: CurrentUser
  readonly profile: Profile
  readonly editing: Editing
}

function Content({ tab, user, profile, editing }: ContentProps) {
  const current = useCurrentGameweek()
  const onDelete = useAccountDeletion()
  switch (tab) {
    case 'overview':
      return (
        <SideLayout>
          <Stack data-gap="wide">
            <About profile={profile} editing={editing} />
            <Badges profile={profile} achievementCount={user.achievementCount} />
            <WeeklyPerformance />
          </Stack>
          <Stack data-gap="wide">
            <AvatarCard user={user} />
            <Standing />
          </Stack>
        </SideLayout>
      )
    case 'statistics':
      return <Statistics current={current ?? null} />
    case 'settings':
      return (
        <Halves>
          <Stack data-gap="wide">
            <Panel title="Notifications">
              <PanelBody>
                <MuteSwitches />
              </PanelBody>
            </Panel>
            <Sessions />
          </Stack>
          <Stack data-gap="wide">
            <SignIn profile={profile} />
            <MyData profile={profile} onDelete={onDelete} />
          </Stack>
        </Halves>
      )
  }
}
