import { useId } from 'react'
import { Link } from 'react-router-dom'
import useSWR from 'swr'
import type { Reminders } from '../../../../src/areas/reminders/contract.ts'
import { CalendarPanel } from '../../features/calendar/CalendarPanel.tsx'
import { useClubs, useProfile } from '../../features/profile/api.ts'
import { ChannelsPanel } from '../../features/reminders/ChannelsPanel.tsx'
import { LookPanel } from '../../features/reminders/LookPanel.tsx'
import { NextPanel } from '../../features/reminders/NextPanel.tsx'
import { reads } from '../../features/reminders/reads.ts'
import { SentPanel } from '../../features/reminders/SentPanel.tsx'
import { WhenPanel } from '../../features/reminders/WhenPanel.tsx'
import type { PageProps } from '../../lib/area.ts'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Band, BandAbout } from '../../ui/Band.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Column, Page } from '../../ui/Page.ts'
import { SideLayout } from '../../ui/SideLayout.ts'

export function RemindersPage({ title }: PageProps) {
  usePageTitle(title)
  const heading = useId()
  const read = useSWR<Reminders>(reads.reminders.key)
  const favourite = useProfile().data?.favoriteTeam
  const club = useClubs().data?.find(({ id }) => id === favourite) ?? null
  return (
    <>
      <Band labelledBy={heading}>
        <BandAbout>
          <p data-small>
            <Link to="/profile?tab=settings">Profile</Link>
          </p>
          <h1 id={heading}>Reminders</h1>
          <p>One nudge a gameweek, and only if you have picks missing. Never more.</p>
        </BandAbout>
      </Band>
      <Page>
        <Loaded
          read={read}
          failed="Unable to load your reminders"
          isAlone
          loading={{ label: 'Reminders loading', rows: 6 }}
        >
          {(reminders) => (
            <SideLayout>
              <Column data-wide>
                <ChannelsPanel reminders={reminders} />
                <WhenPanel settings={reminders.settings} />
                <CalendarPanel club={club} />
              </Column>
              <Column data-wide>
                <NextPanel reminders={reminders} />
                <LookPanel reminders={reminders} />
                <SentPanel reminders={reminders} />
              </Column>
            </SideLayout>
          )}
        </Loaded>
      </Page>
    </>
  )
}
