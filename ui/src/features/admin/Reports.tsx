import { Flag } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { DELETED_USER } from '../../../../src/contracts/names.ts'
import { PAGE } from '../../../../src/contracts/pages.ts'
import type { Report } from '../../../../src/contracts/sharing.ts'
import { shortTime } from '../../lib/when.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Small, Stack } from '../../ui/layout.ts'
import { Panel, PanelFoot } from '../../ui/Panel.tsx'
import { PlayerName } from '../../ui/PlayerName.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { useMore } from '../../ui/useMore.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { reads } from './reads.ts'
import { useDeleteReported, useReports } from './reports-api.ts'

const List = styled.ul`
  li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: start;
    gap: var(--s2) var(--s3);
    padding: 10px var(--s4);
    border-top: 1px solid var(--line);
    overflow-wrap: anywhere;
  }
  blockquote {
    white-space: pre-wrap;
  }
`

/** What each kind is called, how it goes between its author and its place, and what is lost with it. */
const KIND: Readonly<Record<Report['kind'], { readonly name: string; readonly did: string; readonly gone: string }>> = {
  message: { name: 'Message', did: 'in', gone: 'Its text is gone for everybody; its place stays.' },
  share: { name: 'Share', did: 'shared', gone: 'It is gone for everybody, with its page and all that stands on it.' },
  comment: { name: 'Comment', did: 'on', gone: 'It is gone for everybody.' },
}

const authorOf = ({ author }: Report): string => author ?? 'a deleted user'

/** What players have reported, and the one thing to do about it. */
export function Reports() {
  const { data: first, error, mutate } = useReports()
  const { all: data, hasMore, isLoading, showMore } = useMore(reads.reports.key, first, PAGE.reports)
  const { busy, remove } = useDeleteReported()
  const [asked, ask] = useState<Report | null>(null)
  return (
    <Stack data-gap="wide">
      <h1>Reports</h1>
      <Loaded
        read={{ data, error, mutate }}
        failed="Failed to load reports"
        isAlone
        waiting={<Loading label="Loading reports" rows={3} rowHeight="72px" />}
        empty={
          <EmptyState icon={Flag} title="No reports">
            What players report of chats, shares and comments stands here until it is deleted.
          </EmptyState>
        }
      >
        {(reports) => (
          <Panel title="Newest first">
            <List>
              {reports.map((report) => (
                <li key={report.id}>
                  <div>
                    <blockquote>{report.text}</blockquote>
                    <Small as="div">
                      <Badge>{KIND[report.kind].name}</Badge> <Named person={report.user} /> {KIND[report.kind].did}{' '}
                      <Place report={report} />
                    </Small>
                    <Small as="div">
                      Reported by <Named person={report.reportedBy} />
                      {report.reason ? `: ${report.reason}` : ''}, {shortTime(report.createdAt)}
                    </Small>
                  </div>
                  <Button size="sm" kind="danger" busy={busy === report.id} onClick={() => ask(report)}>
                    Delete
                    <VisuallyHidden>
                      {' '}
                      the {report.kind} of {authorOf(report)}
                    </VisuallyHidden>
                  </Button>
                </li>
              ))}
            </List>
            {hasMore && (
              <PanelFoot>
                <Button block busy={isLoading} onClick={() => void showMore()}>
                  Show more reports
                </Button>
              </PanelFoot>
            )}
          </Panel>
        )}
      </Loaded>
      {asked && (
        <ConfirmDialog
          title={`Delete the ${asked.kind} of ${authorOf(asked)}?`}
          action="Delete"
          danger
          onConfirm={() => remove(asked)}
          onClose={() => ask(null)}
        >
          {KIND[asked.kind].gone}
        </ConfirmDialog>
      )}
    </Stack>
  )
}

/** Whoever it is: with the picture, to their page. */
function Named({ person }: { person: Report['user'] | Report['reportedBy'] }) {
  if (person === null || person.id === null) return DELETED_USER
  const { id, username, profileImage } = person
  return <PlayerName id={id} name={username} image={profileImage} inText />
}

/** A league's page is its members'; a competition's and a share's are open to whoever has the link. */
function Place({ report: { place } }: { report: Report }) {
  if (place.link === null) return <>the league {place.name}</>
  return <Link to={place.link}>{place.name}</Link>
}
