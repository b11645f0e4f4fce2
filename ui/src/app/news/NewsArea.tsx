import { Route, Routes, useParams } from 'react-router-dom'
import { NotFound } from '../NotFound.tsx'
import type { PageProps } from '../page.ts'
import { NewsPage } from './NewsPage.tsx'
import { StoryPage } from './StoryPage.tsx'

/** Everything below /news. */
export function NewsArea({ title }: PageProps) {
  return (
    <Routes>
      <Route index element={<NewsPage title={title} />} />
      <Route path=":slug" element={<OfPath />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}

function OfPath() {
  const { slug = '' } = useParams()
  return <StoryPage key={slug} slug={slug} />
}
