import { useId } from 'react'
import { useSearchParams } from 'react-router-dom'
import { styled } from 'styled-components'
import type { CurrentUser } from '../../../../src/areas/accounts/contract.ts'
import type { Profile } from '../../../../src/areas/profiles/contract.ts'
import { useIsSeasonOver } from '../../features/fixtures/api.ts'
import { useCurrentGameweek } from '../../features/leagues/api.ts'
import { MuteSwitches } from '../../features/notifications/MuteSwitches.tsx'
import { About } from '../../features/profile/About.tsx'
import { AvatarCard } from '../../features/profile/AvatarCard.tsx'
import { useProfile } from '../../features/profile/api.ts'
import { MyData } from '../../features/profile/MyData.tsx'
import { type ProfileTab, TABS, tabOf } from '../../features/profile/model.ts'
import { Passkeys } from '../../features/profile/Passkeys.tsx'
import { ProfileBand } from '../../features/profile/ProfileBand.tsx'
import { Sessions } from '../../features/profile/Sessions.tsx'
import { SignIn } from '../../features/profile/SignIn.tsx'
import { Statistics, WeeklyPerformance } from '../../features/profile/Statistics.tsx'
import { type Editing, useEditing } from '../../features/profile/useEditing.ts'
import { useAccountDeletion } from '../../features/session/useLogout.ts'
import type { PageProps } from '../../lib/area.ts'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Wrap } from '../../ui/layout.ts'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { Column, Page } from '../../ui/Page.ts'
import { Panel, PanelBody, PanelFoot } from '../../ui/Panel.tsx'
import { SideLayout } from '../../ui/SideLayout.ts'
import { Loading } from '../../ui/Skeleton.tsx'
import { Subnav } from '../../ui/Subnav.ts'
import { TabList, tabPanelProps } from '../../ui/Tabs.tsx'
import { useUnsaved } from '../../ui/useUnsaved.tsx'
import { NOTIFICATION_KINDS } from '../notifications/notificationKinds.ts'
import { Badges } from './Badges.tsx'
import { Standing } from './Standing.tsx'

const DevicePanel = lazyComponent(() => import('../offline/DevicePanel.tsx').then((module) => module.DevicePanel), null)

const Deck = styled(Subnav)`
  [role='tab'] {
    min-height: 48px;
    margin: 0;
  }
  @container page (min-width: 37.5rem) {
    [role='tab'] {
      padding-inline: var(--s4);
    }
    [role='tab']:first-child {
      margin-left: calc(var(--s4) * -1);
    }
  }
`

const Halves = styled(Column)`
  align-items: start;

  @container page (min-width: 64rem) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`

/** The reader's own profile. `?tab=statistics` and `?tab=settings` open the other tabs. */
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
          waiting={
            tab === 'overview' ? (
              <SideLayout>
                <Column>
                  <About userId={user.id} profile={undefined} editing={editing} />
                </Column>
              </SideLayout>
            ) : (
              <Loading label="Loading the profile" rows={8} />
            )
          }
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
  const isSeasonOver = useIsSeasonOver(profile.totalPredictions === 0)
  const onDelete = useAccountDeletion()
  switch (tab) {
    case 'overview':
      return (
        <SideLayout>
          <Column>
            <About userId={user.id} profile={profile} editing={editing} />
            <Badges profile={profile} achievementCount={user.achievementCount} isSeasonOver={isSeasonOver} />
            <WeeklyPerformance />
          </Column>
          <Column>
            <AvatarCard user={user} />
            <Standing isSeasonOver={isSeasonOver} />
          </Column>
        </SideLayout>
      )
    case 'statistics':
      return <Statistics current={current ?? null} isSeasonOver={isSeasonOver} />
    case 'settings':
      return (
        <Halves>
          <Column>
            <Panel title="Notifications">
              <PanelBody>
                <MuteSwitches kinds={NOTIFICATION_KINDS} />
              </PanelBody>
              <PanelFoot>
                <ButtonLink size="sm" kind="plain" to="/reminders">
                  Reminders and your calendar
                </ButtonLink>
              </PanelFoot>
            </Panel>
            <Sessions />
          </Column>
          <Column>
            <SignIn profile={profile} />
            <Passkeys />
            <DevicePanel />
            <MyData profile={profile} onDelete={onDelete} />
          </Column>
        </Halves>
      )
  }
}
