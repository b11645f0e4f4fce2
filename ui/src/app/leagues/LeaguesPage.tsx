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

type DialogName = 'join' | 'create'

/** The reader's leagues and the open ones. `?tab=discover` opens the second tab, `?new=join` or `create` a dialog. */
export function LeaguesPage({ user, title }: PageProps) {
  usePageTitle(title)
  const [query, setQuery] = useSearchParams()
  const navigate = useNavigate()
  const requested = query.get('new')
  const [dialog, openDialog] = useState<DialogName | null>(
    requested === 'join' || requested === 'create' ? requested : null,
  )
  const base = useId()
  const tab = query.get('tab') === 'discover' ? 'discover' : 'mine'
  const select = (id: string) => setQuery(id === 'mine' ? {} : { tab: id }, { replace: true })
  // Removes `?new` once its dialog is open: the dialog has its own history entry, which Back leaves.
  useEffect(() => {
    if (requested) setQuery(tab === 'mine' ? {} : { tab }, { replace: true })
  }, [requested, tab, setQuery])
  const close = () => openDialog(null)
  const open = ({ id }: League) => navigate(`/leagues/${id}`)

  return (
    <Page>
      <Spread>
        <div>
          <h1>Leagues</h1>
          <Intro>Take on your friends for the season, or play against everyone.</Intro>
        </div>
        <Actions>
          <Button onClick={() => openDialog('join')}>
            <KeyRound aria-hidden />
            Join League
          </Button>
          <Button kind="primary" onClick={() => openDialog('create')}>
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
      {dialog === 'join' && <JoinLeagueDialog onClose={close} onJoined={open} />}
      {dialog === 'create' && <CreateLeagueDialog onClose={close} onCreated={open} />}
    </Page>
  )
}
