import { Button, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { postBroadcast } from '#shared/contract/broadcast.ts'
import { BROADCAST_MAX } from '#shared/domain/announcements.ts'
import { londonField, momentOfField } from '#shared/domain/london-time.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { Problem } from '../../ui/Problem.tsx'
import styles from './LivePanel.module.css'
import { PANEL_TEXT as TEXT } from './text.ts'

const HOUR_MS = 3_600_000

interface BroadcastFormProps {
  readonly area: { readonly id: number; readonly name: string }
  readonly onDone: () => void
  readonly onCancel: () => void
}

/** Tells everybody of somebody's area something for a while (spec 4 §4.4.1, 5 §5.10). */
export function BroadcastForm({ area, onDone, onCancel }: BroadcastFormProps) {
  const { api, now } = useServices()
  const [message, setMessage] = useState('')
  const [until, setUntil] = useState(() => londonField(now() + HOUR_MS))
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (message.trim() === '') return setProblem(TEXT.noMessage)
    const end = momentOfField(until)
    if (!Number.isFinite(end)) return setProblem(TEXT.noEnd)
    setBusy(true)
    setProblem(null)
    try {
      const broadcast = { message: message.trim(), endDate: new Date(end).toISOString(), areaIDs: [area.id] }
      await api.call(postBroadcast, broadcast, { quiet: true })
      onDone()
    } catch (error) {
      setProblem(refusalOf(error))
    }
    setBusy(false)
  }
  return (
    <form className={styles.form} aria-label={TEXT.broadcast} onSubmit={(event) => void submit(event)}>
      <p>{TEXT.broadcastMeans(area.name)}</p>
      <Textarea
        data-autofocus
        autosize
        minRows={2}
        label={TEXT.words}
        value={message}
        maxLength={BROADCAST_MAX}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <TextInput
        type="datetime-local"
        label={TEXT.until}
        value={until}
        onChange={(event) => setUntil(event.currentTarget.value)}
      />
      <Problem>{problem}</Problem>
      <div className={styles.actions}>
        <Button size="xs" variant="default" onClick={onCancel}>
          {TEXT.cancel}
        </Button>
        <Button size="xs" type="submit" loading={isBusy}>
          {TEXT.broadcastNow}
        </Button>
      </div>
    </form>
  )
}
