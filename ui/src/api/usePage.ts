import useSWR from 'swr'
import { httpPage, type ListPage } from './http.ts'

/** A page of a list, and how long the whole of it is. The page before stays until it is there. */
export function usePage<T>(key: string) {
  const { data, error, mutate } = useSWR<ListPage<T>>(key, (path: string) => httpPage<T>(path), {
    keepPreviousData: true,
  })
  return { read: { data: data?.list, error, mutate }, total: data?.total }
}
