import useSWR from 'swr'
import { httpPage, type ListPage } from './http.ts'

/** Reads a page of a list and the length of the whole list. Keeps the previous page until the new one has loaded. */
export function usePage<T>(key: string) {
  const { data, error, mutate } = useSWR<ListPage<T>>(key, (path: string) => httpPage<T>(path), {
    keepPreviousData: true,
  })
  return { read: { data: data?.list, error, mutate }, total: data?.total }
}
