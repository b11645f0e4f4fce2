import type { ComponentType, ReactNode } from 'react'
import { Route, Routes, useParams } from 'react-router-dom'
import type { PageProps } from '../lib/area.ts'
import { idOf } from '../lib/numbers.ts'
import { NotFound } from './NotFound.tsx'

/** Routes the pages below an area's path; `other` is shown for all other addresses. */
export const areaOf =
  (pages: Readonly<Record<string, ComponentType<PageProps>>>, other: ReactNode = <NotFound />) =>
  (props: PageProps) => (
    <Routes>
      {Object.entries(pages).map(([path, Code]) => (
        <Route key={path} path={path} element={<Code {...props} />} />
      ))}
      <Route path="*" element={other} />
    </Routes>
  )

/** Passes the id in the path to a page; `gone` is shown if the path has none. */
export const byId = (Code: ComponentType<PageProps & { id: number }>, gone: ReactNode) =>
  function ById(props: PageProps) {
    const id = idOf(useParams().id)
    return id === null ? gone : <Code key={id} {...props} id={id} />
  }
