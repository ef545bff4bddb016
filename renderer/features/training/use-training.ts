import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import {
  bookTraining,
  bookTrainingInShift,
  managerTraining,
  supervisorTraining,
  unbookTraining,
} from '#shared/contract/training.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { useLive } from '../../services/live.tsx'
import { TEXT } from './text.ts'

export type TrainingPage = 'MANAGER' | 'SUPERVISOR'
export const TRAINING_KEY = 'training'

/** What the page shows; read again when a booking or a shift is otherwise. */
export function useTraining(page: TrainingPage, managerID: number | undefined) {
  const { api } = useServices()
  const { workingDayNews } = useLive()
  const client = useQueryClient()
  useEffect(
    () =>
      workingDayNews.onChange((news) => {
        if (news === null || news.entity === 'TRAINING')
          void client.invalidateQueries({ queryKey: [TRAINING_KEY] })
      }),
    [client, workingDayNews],
  )
  return useQuery({
    queryKey: [TRAINING_KEY, page, managerID ?? 0],
    queryFn: ({ signal }) =>
      page === 'MANAGER'
        ? api.call(managerTraining, managerID === undefined ? {} : { managerID }, { quiet: true, signal })
        : api.call(supervisorTraining, {}, { quiet: true, signal }),
    refetchInterval: 60_000,
  })
}

/** What was done last and can be taken back. */
export interface DoneBooking {
  readonly said: string
  readonly sessionID: number
  readonly userIDs: readonly number[]
}

export interface BookedResult {
  readonly userID: number
  readonly name: string
  readonly done: boolean
  readonly reason: string
}

/** Books people, and takes bookings back. */
export function useBooking(page: TrainingPage) {
  const { api, notices } = useServices()
  const client = useQueryClient()
  const [done, setDone] = useState<DoneBooking | null>(null)
  const again = useCallback(() => client.invalidateQueries({ queryKey: [TRAINING_KEY] }), [client])

  const book = async (
    session: { readonly id: number; readonly type: string },
    userIDs: readonly number[],
  ): Promise<readonly BookedResult[]> => {
    const call = page === 'MANAGER' ? bookTraining : bookTrainingInShift
    const { results } = await api.call(
      call,
      { sessionID: session.id, userIDs: [...userIDs] },
      { quiet: true },
    )
    const booked = results.filter((one) => one.done)
    const [first] = booked
    if (first)
      setDone({
        said:
          booked.length === 1
            ? TEXT.wasBooked(first.name, session.type)
            : TEXT.wereBooked(booked.length, session.type),
        sessionID: session.id,
        userIDs: booked.map(({ userID }) => userID),
      })
    void again()
    return results
  }

  const unbook = async (
    sessionID: number,
    userIDs: readonly number[],
    said: string | null,
  ): Promise<void> => {
    try {
      for (const userID of userIDs) await api.call(unbookTraining, { sessionID, userID }, { quiet: true })
      if (said !== null) notices.show('success', said)
    } catch (error) {
      notices.show('error', reasonOf(error))
    }
    setDone(null)
    await again()
  }

  return { book, unbook, done, forget: () => setDone(null), again }
}
export type Booking = ReturnType<typeof useBooking>
