import { Button, Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import { closeFeed, resetFeed } from '#shared/contract/calendar.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { Problem } from '../../ui/Problem.tsx'
import styles from './Calendar.module.css'
import { FEED_WORDS as WORDS } from './text.ts'

/** The secret address of the person's calendar: a new one, or none any more. */
export function FeedDialog({ onClose }: { onClose: () => void }) {
  const { api, notices } = useServices()
  const [address, setAddress] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const act = async (work: () => Promise<void>) => {
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setProblem(reasonOf(error))
    }
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
  return (
    <Modal opened onClose={onClose} title={WORDS.title} size={480} centered>
      <div className={styles.form}>
        <p>{WORDS.lead}</p>
        {address === null ? null : (
          <>
            <TextInput label={WORDS.address} value={address} readOnly description={WORDS.once} />
            <Button variant="default" onClick={() => void copy(address)}>
              {WORDS.copy}
            </Button>
          </>
        )}
        <Problem>{problem}</Problem>
        <div className={styles.buttons}>
          <Button variant="default" onClick={() => void end()}>
            {WORDS.end}
          </Button>
          <Button onClick={() => void renew()}>{WORDS.make}</Button>
        </div>
      </div>
    </Modal>
  )
}
