import { KeyRound, Plus } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { League } from '../../../../src/areas/leagues/contract.ts'
import { ChatWidget } from '../../features/chat/ChatWidget.tsx'
import { CreateLeagueDialog } from '../../features/leagues/CreateLeagueDialog.tsx'
import { JoinLeagueDialog } from '../../features/leagues/JoinLeagueDialog.tsx'
import { Discover, MyLeagues } from '../../features/leagues/LeagueLists.tsx'
import type { PageProps } from '../../lib/area.ts'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Button } from '../../ui/Button.tsx'
import { Actions, Spread } from '../../ui/layout.ts'
import { Intro, Page } from '../../ui/Page.ts'
import { TabList, tabPanelProps } from '../../ui/Tabs.tsx'

type Asking = 'join' | 'create'

/** The reader's leagues and those open to everybody. `?tab=discover` opens the second, `?new=join` or `create` a dialog. */
export function LeaguesPage({ user, title }: PageProps) {
  usePageTitle(title)
  const [query, setQuery] = useSearchParams()
  const navigate = useNavigate()
  const asked = query.get('new')
  const [asking, ask] = useState<Asking | null>(asked === 'join' || asked === 'create' ? asked : null)
  const base = useId()
  const tab = query.get('tab') === 'discover' ? 'discover' : 'mine'
  const select = (id: string) => setQuery(id === 'mine' ? {} : { tab: id }, { replace: true })
  // The dialog that a link asked for is open: its own entry in the history is what Back leaves.
  useEffect(() => {
    if (asked) setQuery(tab === 'mine' ? {} : { tab }, { replace: true })
  }, [asked, tab, setQuery])
  const close = () => ask(null)
  const open = ({ id }: League) => navigate(`/leagues/${id}`)

  return (
    <Page>
      <Spread>
        <div>
          <h1>Leagues</h1>
          <Intro>Play the season against your friends, or against everybody.</Intro>
        </div>
        <Actions>
          <Button onClick={() => ask('join')}>
            <KeyRound aria-hidden />
            Join League
          </Button>
          <Button kind="primary" onClick={() => ask('create')}>
            <Plus aria-hidden />
            Create League
          </Button>
        </Actions>
      </Spread>
      <TabList
        label="Leagues"
        tabs={[
          { id: 'mine', label: 'My Leagues' },
          { id: 'discover', label: 'Discover' },
        ]}
        selected={tab}
        onSelect={select}
        base={base}
      />
      <div {...tabPanelProps(base, tab)}>
        {tab === 'mine' ? (
          <MyLeagues
            userId={user.id}
            actions={<Button onClick={() => select('discover')}>Discover leagues</Button>}
            chatOf={({ id, name, adminId }) => (
              <ChatWidget
                room={{ kind: 'league', id }}
                name={name}
                canWrite
                isRoomAdmin={adminId === user.id}
                compact
              />
            )}
          />
        ) : (
          <Discover userId={user.id} />
        )}
      </div>
      {asking === 'join' && <JoinLeagueDialog onClose={close} onJoined={open} />}
      {asking === 'create' && <CreateLeagueDialog onClose={close} onCreated={open} />}
    </Page>
  )
}
