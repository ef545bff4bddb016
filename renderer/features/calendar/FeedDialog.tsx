import { Button, Modal, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { closeFeed, feedState, resetFeed } from '#shared/contract/calendar.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { Problem } from '../../ui/Problem.tsx'
import styles from './Calendar.module.css'
import { FEED_WORDS as WORDS } from './text.ts'
import { CALENDAR_KEY } from './use-calendar.ts'
import { shortDay } from './when.ts'

/** The secret address of the person's calendar, over the calendar. */
export function FeedDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={WORDS.title} size={500} centered>
      <FeedAddress />
    </Modal>
  )
}

const STATE = [CALENDAR_KEY, 'feed'] as const

/** The secret address of the person's calendar: whether there is one, a new one, or none any more. */
export function FeedAddress() {
  const { api, notices } = useServices()
  const queries = useQueryClient()
  const state = useQuery({
    queryKey: STATE,
    queryFn: ({ signal }) => api.call(feedState, {}, { quiet: true, signal }),
  })
  const [address, setAddress] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const act = async (work: () => Promise<void>) => {
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setProblem(reasonOf(error))
    }
    await queries.invalidateQueries({ queryKey: STATE })
  }
  const renew = () =>
    act(async () => {
      const { path } = await api.call(resetFeed, undefined, { quiet: true })
      setAddress(new URL(path, window.location.origin).href)
    })
  const end = () =>
    act(async () => {
      await api.call(closeFeed, undefined, { quiet: true })
      setAddress(null)
      notices.show('success', WORDS.ended)
    })
  const copy = (text: string) =>
    act(async () => {
      await navigator.clipboard.writeText(text)
      notices.show('success', WORDS.copied)
    })
  const since = state.data?.since ?? null
  return (
    <div className={styles.form}>
      <p>{WORDS.lead}</p>
      {address === null ? (
        <p role="status">
          {state.data ? (since === null ? WORDS.none : WORDS.since(shortDay(since.slice(0, 10)))) : ''}
        </p>
      ) : (
        <>
          <TextInput
            label={WORDS.address}
            value={address}
            readOnly
            description={WORDS.once}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <Button variant="default" onClick={() => void copy(address)}>
            {WORDS.copy}
          </Button>
        </>
      )}
      <Problem>{problem}</Problem>
      <div className={styles.buttons}>
        {since === null ? null : (
          <Button variant="default" onClick={() => void end()}>
            {WORDS.end}
          </Button>
        )}
        <Button onClick={() => void renew()}>{since === null ? WORDS.makeFirst : WORDS.make}</Button>
      </div>
    </div>
  )
}
