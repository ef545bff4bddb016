import './mantine-styles.ts'
import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useState } from 'react'
import {
  type BroadcastTemplate,
  deleteBroadcastTemplate,
  postBroadcast,
  saveBroadcastTemplate,
} from '#shared/contract/broadcast.ts'
import { BROADCAST_MAX, lastEnd, TEMPLATE_NAME_MAX } from '#shared/domain/announcements.ts'
import { londonField, momentOfField } from '#shared/domain/london-time.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { AskDialog } from './AskDialog.tsx'
import styles from './Broadcasts.module.css'
import { TEXT } from './broadcast-text.ts'

const HOUR_MS = 3_600_000

interface BroadcastDialogProps {
  readonly areas: readonly { readonly id: number; readonly name: string }[]
  readonly templates: readonly BroadcastTemplate[]
  readonly onClose: () => void
  /** Broadcasts or templates are others now. */
  readonly onChanged: () => void
}

/** A new broadcast: its text, end and people, and how it will look (spec 5 §5.10). */
export function BroadcastDialog({ areas, templates, onClose, onChanged }: BroadcastDialogProps) {
  const { api, notices, now } = useServices()
  const [message, setMessage] = useState('')
  const [until, setUntil] = useState(() => londonField(now() + HOUR_MS))
  const [chosen, setChosen] = useState<readonly number[] | null>(null)
  const [template, setTemplate] = useState('')
  const [keeps, setKeeps] = useState(false)
  const [name, setName] = useState('')
  const picked = templates.find(({ id }) => String(id) === template)
  const run = async () => {
    const endDate = new Date(momentOfField(until)).toISOString()
    const request = { message, endDate, ...(chosen && { areaIDs: [...chosen] }) }
    if (keeps) await api.call(saveBroadcastTemplate, { name, message }, { quiet: true })
    await api.call(postBroadcast, request, { quiet: true })
    onChanged()
  }
  const forget = async ({ id, name: gone, message: text }: BroadcastTemplate) => {
    try {
      await api.call(deleteBroadcastTemplate, { id }, { quiet: true })
      setTemplate('')
      // Kept ready to be saved again.
      setKeeps(true)
      setName(gone)
      if (message === '') setMessage(text)
      notices.show('info', TEXT.templateDeleted(gone))
      onChanged()
    } catch (error) {
      notices.show('error', refusalOf(error))
    }
  }
  const toggle = (id: number, isOn: boolean) =>
    setChosen((before) => [...(before ?? []).filter((one) => one !== id), ...(isOn ? [id] : [])])
  return (
    <AskDialog
      title={TEXT.newBroadcast}
      cancel={TEXT.cancel}
      action={TEXT.send}
      done={TEXT.posted}
      isReady={
        message.trim() !== '' &&
        until !== '' &&
        (chosen === null || chosen.length > 0) &&
        (!keeps || name.trim() !== '')
      }
      run={run}
      onClose={onClose}
    >
      {templates.length > 0 ? (
        <div className={styles.row}>
          <NativeSelect
            label={TEXT.template}
            value={template}
            data={[
              { value: '', label: TEXT.noTemplate },
              ...templates.map((one) => ({ value: String(one.id), label: one.name })),
            ]}
            onChange={(event) => {
              const { value } = event.currentTarget
              setTemplate(value)
              const text = templates.find(({ id }) => String(id) === value)
              if (text) setMessage(text.message)
            }}
          />
          <Button variant="default" disabled={!picked} onClick={() => picked && void forget(picked)}>
            {TEXT.deleteTemplate}
          </Button>
        </div>
      ) : null}
      <Textarea
        data-autofocus
        required
        autosize
        minRows={3}
        maxRows={10}
        label={TEXT.message}
        description={TEXT.left(BROADCAST_MAX - message.length)}
        maxLength={BROADCAST_MAX}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <div className={styles.preview}>
        {TEXT.preview}
        <div className={styles.banner}>
          <IconSpeakerphone size={20} stroke={1.8} aria-hidden="true" />
          <span>{message.trim() || '…'}</span>
        </div>
      </div>
      <TextInput
        type="datetime-local"
        required
        label={TEXT.endsAt}
        description={TEXT.endHint}
        value={until}
        min={londonField(now())}
        max={londonField(lastEnd(now()))}
        onChange={(event) => setUntil(event.currentTarget.value)}
      />
      <NativeSelect
        label={TEXT.forWhom}
        value={chosen === null ? 'all' : 'areas'}
        data={[
          { value: 'all', label: TEXT.everybody },
          { value: 'areas', label: TEXT.chosenAreas },
        ]}
        onChange={(event) => setChosen(event.currentTarget.value === 'all' ? null : [])}
      />
      {chosen === null ? null : (
        <fieldset className={styles.areas}>
          <legend>{TEXT.areas}</legend>
          {areas.map((area) => (
            <Checkbox
              key={area.id}
              size="sm"
              label={area.name}
              checked={chosen.includes(area.id)}
              onChange={(event) => toggle(area.id, event.currentTarget.checked)}
            />
          ))}
        </fieldset>
      )}
      <Checkbox
        size="sm"
        label={TEXT.keepAs}
        checked={keeps}
        onChange={(event) => setKeeps(event.currentTarget.checked)}
      />
      {keeps ? (
        <TextInput
          required
          label={TEXT.templateName}
          maxLength={TEMPLATE_NAME_MAX}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      ) : null}
    </AskDialog>
  )
}
