import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { callFavourites, callHistory, missedCalls, setCallFavourite } from '#shared/contract/calls.ts'
import { useServices } from '../../services/context.tsx'
import { useLive } from '../../services/live.tsx'

const HISTORY = 'call-history'
const FAVOURITES = ['call-favourites']

/** The person's calls, the latest first, as they come and go. */
export function useCallHistory(searchTerm: string) {
  const { api } = useServices()
  const { workingDayNews } = useLive()
  const client = useQueryClient()
  const again = useCallback(() => void client.invalidateQueries({ queryKey: [HISTORY] }), [client])
  useEffect(
    () =>
      workingDayNews.onChange((news) => {
        if (news === null || news.entity === 'CALL') again()
      }),
    [workingDayNews, again],
  )
  const history = useInfiniteQuery({
    queryKey: [HISTORY, searchTerm],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        callHistory,
        { searchTerm, ...(pageParam === 0 ? {} : { before: pageParam }) },
        { quiet: true, signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ calls, isMore }) => (isMore ? calls.at(-1)?.id : undefined),
    placeholderData: (before) => before,
  })
  const seen = useMutation({
    mutationFn: () => api.call(missedCalls, { seen: true }),
    onSettled: again,
  })
  return { ...history, markSeen: seen.mutate, isMarking: seen.isPending }
}

/** Whom the person keeps at the top; a change shows at once. */
export function useFavourites() {
  const { api } = useServices()
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: FAVOURITES,
    queryFn: async ({ signal }) => (await api.call(callFavourites, {}, { quiet: true, signal })).ids,
  })
  const { mutate } = useMutation({
    mutationFn: (change: { readonly userID: number; readonly isFavourite: boolean }) =>
      api.call(setCallFavourite, change),
    onMutate: ({ userID, isFavourite }) =>
      client.setQueryData<number[]>(FAVOURITES, (ids = []) =>
        isFavourite ? [...ids, userID] : ids.filter((id) => id !== userID),
      ),
    onSettled: () => void client.invalidateQueries({ queryKey: FAVOURITES }),
  })
  return { favourites: data ?? [], setFavourite: mutate }
}
