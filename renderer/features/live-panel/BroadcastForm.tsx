import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { postBroadcast } from '#shared/contract/broadcast.ts'
import { BROADCAST_MAX } from '#shared/domain/announcements.ts'
import { londonField, momentOfField } from '#shared/domain/london-time.ts'
import { useServices } from '../../services/context.tsx'
import { PanelForm, type Target } from './PanelForm.tsx'
import { PANEL_TEXT as TEXT } from './text.ts'

const HOUR_MS = 3_600_000

interface BroadcastFormProps {
  readonly area: Target
  readonly onDone: () => void
  readonly onCancel: () => void
}

/** Tells everybody of somebody's area something for a while (spec 4 §4.4.1, 5 §5.10). */
export function BroadcastForm({ area, onDone, onCancel }: BroadcastFormProps) {
  const { api, now } = useServices()
  const [message, setMessage] = useState('')
  const [until, setUntil] = useState(() => londonField(now() + HOUR_MS))
  const end = momentOfField(until)
  const fault = () => {
    if (message.trim() === '') return TEXT.noMessage
    return Number.isFinite(end) ? null : TEXT.noEnd
  }
  const send = () => {
    const broadcast = { message: message.trim(), endDate: new Date(end).toISOString(), areaIDs: [area.id] }
    return api.call(postBroadcast, broadcast, { quiet: true })
  }
  return (
    <PanelForm
      label={TEXT.broadcast}
      means={TEXT.broadcastMeans(area.name)}
      confirm={TEXT.broadcastNow}
      people={[area]}
      fault={fault}
      send={send}
      onDone={onDone}
      onCancel={onCancel}
    >
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
    </PanelForm>
  )
}
