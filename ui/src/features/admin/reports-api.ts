import useSWR from 'swr'
import type { Report } from '../../../../src/contracts/sharing.ts'
import { useWrite } from '../../api/write.ts'
import { useAction } from '../../ui/useAction.ts'
import { reads } from './reads.ts'

/** Reports of what still stands, newest first. */
export function useReports() {
  return useSWR<Report[]>(reads.reports.key, reads.reports.fresh)
}

/** How each kind is deleted. A private share is found by its link alone. */
const pathOf = ({ kind, subjectId, place }: Report): string => {
  if (kind === 'message') return `/api/messages/${subjectId}`
  return kind === 'comment'
    ? `/api/comments/${subjectId}`
    : `/api/shared-predictions${place.link!.replace('/shared', '')}`
}
const DONE: Readonly<Record<Report['kind'], string>> = {
  message: 'Message deleted',
  share: 'Share deleted',
  comment: 'Comment deleted',
}

/** Deletes what was reported. `busy` is the id of the report whose subject is on its way. */
export function useDeleteReported() {
  const write = useWrite('reports')
  const { busy, run } = useAction<string>()
  const remove = (report: Report) =>
    run(
      () => write(pathOf(report), { method: 'DELETE' }),
      { done: { title: DONE[report.kind] }, failed: `Failed to delete ${report.kind}` },
      report.id,
    )
  return { busy, remove }
}
