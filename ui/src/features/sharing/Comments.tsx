import { MessageSquareText } from 'lucide-react'
import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import type { ShareComment, SharedPrediction } from '../../../../src/areas/sharing/contract.ts'
import { count } from '../../lib/numbers.ts'
import { agoShort } from '../../lib/when.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Row, Small, Spread } from '../../ui/layout.ts'
import { Panel, PanelFoot } from '../../ui/Panel.tsx'
import { Rows, RowText } from '../../ui/PersonRow.tsx'
import { PlayerName } from '../../ui/PlayerName.tsx'
import { passFocus } from '../../ui/passFocus.ts'
import { Loading } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { written } from '../../ui/Written.ts'
import { namesOf } from './model.ts'
import type { useComments } from './shareReads.ts'

const List = styled(Rows)`
  li {
    align-items: flex-start;
    flex-wrap: nowrap;
  }
  p {
    ${written}
  }
`

interface CommentsProps {
  readonly share: SharedPrediction
  readonly comments: ReturnType<typeof useComments>
  /** The reader; null: signed out. */
  readonly readerId: number | null
  readonly now: number
  readonly form?: ReactNode
  actsOf?(comment: ShareComment): ReactNode
}

export function Comments({ share, comments, readerId, now, form, actsOf }: CommentsProps) {
  return (
    <Panel title={`Comments (${count(share.commentCount)})`}>
      {form}
      <Loaded
        read={{ data: comments.all, error: comments.error, mutate: comments.mutate }}
        failed="Failed to load comments"
        waiting={share.commentCount > 0 && <Loading inset="body" label="Loading comments" rows={3} />}
        empty={<EmptyState icon={MessageSquareText} title="No comments yet. Be the first to comment!" action={null} />}
      >
        {(all) => (
          <>
            {all.length < share.commentCount && (
              <PanelFoot>
                <Button
                  ref={passFocus}
                  block
                  size="sm"
                  busy={comments.isLoading}
                  onClick={() => void comments.showEarlier()}
                >
                  Show earlier comments
                </Button>
              </PanelFoot>
            )}
            <List>
              {all.map((comment) => {
                const { id, user, content, createdAt } = comment
                const isYou = user !== null && user.id === readerId
                return (
                  <li key={id} data-you={isYou || undefined}>
                    <Avatar username={user?.username ?? '–'} image={user?.profileImage} isYou={isYou} />
                    <RowText>
                      <Spread>
                        <Row>
                          <b>
                            <PlayerName {...namesOf(user)} isYou={isYou} />
                          </b>
                          {user !== null && user.id === share.user?.id && <Badge>Shared this</Badge>}
                          <Small>{agoShort(createdAt, now)}</Small>
                        </Row>
                        {actsOf?.(comment)}
                      </Spread>
                      <p>{content}</p>
                    </RowText>
                  </li>
                )
              })}
            </List>
          </>
        )}
      </Loaded>
    </Panel>
  )
}
