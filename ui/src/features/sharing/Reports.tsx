import { Flag } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import useSWR from 'swr'
import type { Report } from '../../../../src/areas/sharing/contract.ts'
import { DELETED_USER } from '../../../../src/contracts/names.ts'
import { PAGE } from '../../../../src/contracts/pages.ts'
import { read } from '../../api/reads.ts'
import { shortTime } from '../../lib/when.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Row, Small, Stack } from '../../ui/layout.ts'
import { Panel, PanelFoot } from '../../ui/Panel.tsx'
import { Rows, RowText } from '../../ui/PersonRow.tsx'
import { PlayerName } from '../../ui/PlayerName.tsx'
import { passFocus, passFocusToList } from '../../ui/passFocus.ts'
import { EmptyState } from '../../ui/State.tsx'
import { useMore } from '../../ui/useMore.ts'
import { useSend } from '../../ui/useSend.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { written } from '../../ui/Written.ts'

const List = styled(Rows)`
  li {
    align-items: flex-start;
  }
  li > div:first-child {
    flex-basis: 14rem;
  }
  blockquote {
    ${written}
  }
`

const reports = read('/api/admin/reports', {
  topics: ['messages', 'reports'],
  fresh: { dedupingInterval: 2_000 },
})

/** Path that deletes the reported content. A private share is addressed by its token only. */
const pathOf = ({ kind, subjectId, place }: Report): string => {
  if (kind === 'message') return `/api/messages/${subjectId}`
  return kind === 'comment'
    ? `/api/comments/${subjectId}`
    : `/api/shared-predictions${place.link!.replace('/shared', '')}`
}

/** Texts of each kind: name, verb or preposition before its place, and the consequence of deleting it. */
const KIND: Readonly<
  Record<Report['kind'], { readonly name: string; readonly relation: string; readonly consequence: string }>
> = {
  message: {
    name: 'Message',
    relation: 'in',
    consequence: 'This removes the text for everyone. The chat shows that a message was deleted.',
  },
  share: {
    name: 'Share',
    relation: 'shared',
    consequence: 'This removes it for everyone, with its page and comments.',
  },
  comment: { name: 'Comment', relation: 'on', consequence: 'This removes it for everyone.' },
}

const authorOf = ({ author }: Report): string => author ?? 'a deleted user'
const reporterOf = ({ reportedBy }: Report): string => reportedBy.username ?? 'a deleted user'

/** Reported content with its actions. */
export function Reports() {
  const { data: first, error, mutate } = useSWR<Report[]>(reports.key, reports.fresh)
  const { all: data, hasMore, isLoading, showMore } = useMore(reports.key, first, PAGE.reports)
  const { busy, send } = useSend<string>('reports')
  const [confirming, setConfirming] = useState<Report | null>(null)
  const dismiss = ({ id }: Report) =>
    send(`${reports.key}/${id}`, {
      method: 'DELETE',
      done: { title: 'Report dismissed' },
      failed: 'Failed to dismiss the report',
      mark: id,
    })
  return (
    <Stack data-gap="wide">
      <h1>Reports</h1>
      <Loaded
        read={{ data, error, mutate }}
        failed="Failed to load reports"
        isAlone
        loading={{ label: 'Loading reports', rows: 3, rowHeight: '72px' }}
        empty={
          <EmptyState icon={Flag} title="No reports" action={null}>
            Reported messages, shares and comments appear here until you delete them or dismiss the report.
          </EmptyState>
        }
      >
        {(all) => (
          <Panel title="Newest first">
            <List aria-label="Reports">
              {all.map((report) => (
                <li key={report.id}>
                  <RowText>
                    <blockquote>{report.text}</blockquote>
                    <Small as="div">
                      <Badge>{KIND[report.kind].name}</Badge> <Named person={report.user} />{' '}
                      {KIND[report.kind].relation} <PlaceName report={report} />
                    </Small>
                    <Small as="div">
                      Reported by <Named person={report.reportedBy} />
                      {report.reason ? `: ${report.reason}` : ''}, {shortTime(report.createdAt)}
                    </Small>
                  </RowText>
                  <Row>
                    <Button
                      ref={passFocusToList}
                      size="sm"
                      kind="plain"
                      busy={busy === report.id}
                      onClick={() => dismiss(report)}
                    >
                      Dismiss
                      <VisuallyHidden>
                        {' '}
                        the report from {reporterOf(report)} of the {report.kind} of {authorOf(report)}
                      </VisuallyHidden>
                    </Button>
                    <Button size="sm" kind="danger" busy={busy === report.id} onClick={() => setConfirming(report)}>
                      Delete
                      <VisuallyHidden>
                        {' '}
                        the {report.kind} of {authorOf(report)}
                      </VisuallyHidden>
                    </Button>
                  </Row>
                </li>
              ))}
            </List>
            {hasMore && (
              <PanelFoot>
                <Button ref={passFocus} block busy={isLoading} onClick={() => void showMore()}>
                  Show more reports
                </Button>
              </PanelFoot>
            )}
          </Panel>
        )}
      </Loaded>
      {confirming && (
        <ConfirmDialog
          title={`Delete the ${confirming.kind} of ${authorOf(confirming)}?`}
          action="Delete"
          danger
          onConfirm={() =>
            send(pathOf(confirming), {
              method: 'DELETE',
              done: { title: `${KIND[confirming.kind].name} deleted` },
              failed: `Failed to delete ${confirming.kind}`,
              mark: confirming.id,
            })
          }
          onClose={() => setConfirming(null)}
        >
          {KIND[confirming.kind].consequence}
        </ConfirmDialog>
      )}
    </Stack>
  )
}

/** A player's picture and name, linked to their page. */
function Named({ person }: { person: Report['user'] | Report['reportedBy'] }) {
  if (person === null || person.id === null) return DELETED_USER
  const { id, username, profileImage } = person
  return <PlayerName id={id} name={username} image={profileImage} inText />
}

/** A league's page is open to members only; those of competitions and shares to anyone with the link. */
function PlaceName({ report: { place } }: { report: Report }) {
  if (place.link === null) return <>the league {place.name}</>
  return <Link to={place.link}>{place.name}</Link>
}
