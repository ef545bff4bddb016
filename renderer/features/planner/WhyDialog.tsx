import { Button, Modal, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { HoursCheck } from '#shared/domain/working-hours.ts'
import { Checks } from './Checks.tsx'
import styles from './Planner.module.css'
import { TEXT } from './text.ts'

const REASON_MIN = 3
const REASON_MAX = 1000

interface WhyDialogProps {
  readonly checks: readonly HoursCheck[]
  /** What was said the last time, to go on with. */
  readonly initial: string
  readonly onGo: (reason: string) => void
  readonly onCancel: () => void
}

/** Asks why a shift is to be so in spite of what warns (spec 4 §5.2). */
export function WhyDialog({ checks, initial, onGo, onCancel }: WhyDialogProps) {
  const [reason, setReason] = useState(initial)
  const [isShort, setShort] = useState(false)
  const isRest = checks.some(({ rule }) => rule === 'REST' || rule === 'DAY_OFF')
  return (
    <Modal opened onClose={onCancel} title={TEXT.warns} size={440} centered>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (reason.trim().length < REASON_MIN) setShort(true)
          else onGo(reason.trim())
        }}
      >
        <Checks checks={checks} />
        <Textarea
          data-autofocus
          label={isRest ? TEXT.fields.restReason : TEXT.fields.reason}
          value={reason}
          maxLength={REASON_MAX}
          rows={2}
          error={isShort ? TEXT.tooShort : null}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setShort(false)
          }}
          onFocus={(event) => event.currentTarget.select()}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey) return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
        />
        <div className={styles.buttons}>
          <Button variant="default" onClick={onCancel}>
            {TEXT.cancel}
          </Button>
          <Button type="submit">{TEXT.goOn}</Button>
        </div>
      </form>
    </Modal>
  )
}
