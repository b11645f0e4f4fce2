import { Share2 } from 'lucide-react'
import { useState } from 'react'
import type { CurrentUser } from '../../../../src/areas/accounts/contract.ts'
import type { ShareComment, SharedPrediction } from '../../../../src/areas/sharing/contract.ts'
import { Act, Acts } from '../../features/sharing/actions.ts'
import { useCommentWrites, useCounts, useDeleteShare } from '../../features/sharing/api.ts'
import { CommentForm } from '../../features/sharing/CommentForm.tsx'
import { Comments } from '../../features/sharing/Comments.tsx'
import { LikeButton, OwnLikes } from '../../features/sharing/LikeButton.tsx'
import { nameOf } from '../../features/sharing/model.ts'
import type { Question } from '../../features/sharing/QuestionDialog.tsx'
import { useComments } from '../../features/sharing/shareReads.ts'
import { Tally } from '../../features/sharing/Tally.tsx'
import { useShareLink } from '../../features/sharing/useShareLink.tsx'
import { Button, ButtonAnchor, type ButtonProps } from '../../ui/Button.tsx'
import { Row, Small, Spread } from '../../ui/layout.ts'
import { PanelFoot } from '../../ui/Panel.tsx'
import { useLazyComponent } from '../../ui/useLazyComponent.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'

const loadQuestion = () => import('../../features/sharing/QuestionDialog.tsx').then((module) => module.QuestionDialog)

/** Where a reader who is signed in finds more shares. */
const FEED = '/social'

const Quiet = (props: ButtonProps) => <Button size="sm" kind="plain" {...props} />

interface OfMember {
  readonly share: SharedPrediction
  readonly user: CurrentUser
}

export function MemberActions({ share, user }: OfMember) {
  const counts = useCounts(share)
  const { sendLink, dialog } = useShareLink(share, { onCounted: counts.noteShared })
  return (
    <>
      <Act>
        <Tally {...counts} />
        <Acts>
          {share.isMine ? (
            <OwnLikes likes={counts.likes} />
          ) : (
            <LikeButton
              isLiked={counts.isLiked}
              aria-disabled={counts.isLiked || undefined}
              busy={counts.isBusy}
              onClick={() => !counts.isLiked && void counts.like()}
            />
          )}
          <Button onClick={() => void sendLink()}>
            <Share2 aria-hidden />
            Share
          </Button>
          <ButtonAnchor href={FEED}>View on PLP</ButtonAnchor>
        </Acts>
        {dialog}
      </Act>
      <Foot share={share} user={user} />
    </>
  )
}

function useQuestion() {
  const [question, setQuestion] = useState<Question | null>(null)
  const { Component: Dialog, open, close } = useLazyComponent(loadQuestion, 'Action failed')
  const ask = (next: Question) => {
    setQuestion(next)
    void open()
  }
  return { ask, dialog: Dialog && question && <Dialog question={question} onClose={close} /> }
}

/** The owner and administrators can delete the share, others can report it. */
function Foot({ share, user }: OfMember) {
  const { ask, dialog } = useQuestion()
  const remove = useDeleteShare()
  const path = `/api/shared-predictions/${share.shareUrl}`
  return (
    <Spread as={PanelFoot}>
      <Small>{share.isPublic ? '' : 'Only people with the link can open it.'}</Small>
      <Row>
        {!share.isMine && (
          <Quiet onClick={() => ask({ what: 'report', title: 'Report this share', path: `${path}/report` })}>
            Report
          </Quiet>
        )}
        {(share.isMine || user.role === 'admin') && (
          <Quiet
            onClick={() =>
              ask({
                what: 'delete',
                title: 'Delete this share?',
                text: 'Its link stops working and its comments go. The predictions stay.',
                act: () => remove(share.shareUrl),
              })
            }
          >
            Delete
          </Quiet>
        )}
      </Row>
      {dialog}
    </Spread>
  )
}

export function MemberComments({ share, user, now }: OfMember & { now: number }) {
  const { ask, dialog } = useQuestion()
  const comments = useComments(share.shareUrl)
  const { isPosting, post, removing, remove } = useCommentWrites(share)

  const actsOf = ({ id, user: author, mayDelete }: ShareComment) => {
    const isOwn = author?.id === user.id
    const name = nameOf(author)
    const act = async () => {
      if ((await remove(id)).isDone) comments.forget(id)
    }
    return (
      <Row>
        {!isOwn && (
          <Quiet
            onClick={() =>
              ask({ what: 'report', title: `Report ${name}’s comment`, path: `/api/comments/${id}/report` })
            }
          >
            Report<VisuallyHidden> {name}’s comment</VisuallyHidden>
          </Quiet>
        )}
        {mayDelete && (
          <Quiet
            busy={removing === id}
            onClick={() =>
              ask({
                what: 'delete',
                title: isOwn ? 'Delete your comment?' : `Delete ${name}’s comment?`,
                text: 'This deletes it for everyone.',
                act,
              })
            }
          >
            Delete<VisuallyHidden> {isOwn ? 'your comment' : `${name}’s comment`}</VisuallyHidden>
          </Quiet>
        )}
      </Row>
    )
  }

  return (
    <>
      <Comments
        share={share}
        comments={comments}
        readerId={user.id}
        now={now}
        form={<CommentForm userId={user.id} shareId={share.id} isBusy={isPosting} post={post} />}
        actsOf={actsOf}
      />
      {dialog}
    </>
  )
}
