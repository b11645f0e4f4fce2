import { Flag } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import type { ReportedMessage } from '../../../../src/contracts/chat.ts'
import { PAGE } from '../../../../src/contracts/pages.ts'
import { shortTime } from '../../lib/when.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Small, Stack } from '../../ui/layout.ts'
import { Panel, PanelFoot } from '../../ui/Panel.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { useMore } from '../../ui/useMore.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { reads } from './reads.ts'
import { useDeleteMessage, useMessageReports } from './reports-api.ts'

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

/** What members have reported in the chats, and the one thing to do about it. */
export function MessageReports() {
  const { data: first, error, mutate } = useMessageReports()
  const { all: data, hasMore, isLoading, showMore } = useMore(reads.messageReports.key, first, PAGE.messageReports)
  const { busy, remove } = useDeleteMessage()
  const [asked, ask] = useState<ReportedMessage['message'] | null>(null)
  return (
    <Stack data-gap="wide">
      <h1>Reported Messages</h1>
      <Loaded
        read={{ data, error, mutate }}
        failed="Failed to load reports"
        isAlone
        waiting={<Loading label="Loading reports" rows={3} rowHeight="72px" />}
        empty={
          <EmptyState icon={Flag} title="No reports">
            What members report in a chat stands here until the message is deleted.
          </EmptyState>
        }
      >
        {(reports) => (
          <Panel title="Newest first">
            <List>
              {reports.map((report) => (
                <li key={report.id}>
                  <div>
                    <blockquote>{report.message.content}</blockquote>
                    <Small as="div">
                      {report.message.user.username} in <Room report={report} />, {shortTime(report.message.createdAt)}
                    </Small>
                    <Small as="div">
                      Reported by {report.reportedBy.username}
                      {report.reason ? `: ${report.reason}` : ''}
                    </Small>
                  </div>
                  <Button size="sm" kind="danger" busy={busy === report.message.id} onClick={() => ask(report.message)}>
                    Delete<VisuallyHidden> the message of {report.message.user.username}</VisuallyHidden>
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
          title={`Delete the message of ${asked.user.username}?`}
          action="Delete"
          danger
          onConfirm={() => remove(asked.id)}
          onClose={() => ask(null)}
        >
          Its text is gone for everybody; its place stays.
        </ConfirmDialog>
      )}
    </Stack>
  )
}

/** A league's page is its members'; a competition's is open to all. */
function Room({ report: { room, message } }: { report: ReportedMessage }) {
  if (message.competitionId === null) return <>the league {room.name}</>
  return <Link to={`/competitions/${message.competitionId}`}>{room.name}</Link>
}
