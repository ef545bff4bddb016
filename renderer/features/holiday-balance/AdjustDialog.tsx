import '@mantine/core/styles/Modal.layer.css'
import { Button, Modal, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import * as z from 'zod/mini'
import { adjustHoliday, ENTRY_REASON_MAX } from '#shared/contract/holiday-balance.ts'
import type { HolidayEntryKind } from '#shared/domain/holiday-balance.ts'
import type { holidayBalanceRecord } from '#shared/records/hr/holiday-balance.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { useCloseOrAsk } from '../../services/notices/use-close-or-ask.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import styles from './Holiday.module.css'
import { hoursIn, hoursText } from './hours-text.ts'
import { TEXT } from './text.ts'

interface AdjustDialogProps {
  readonly balance: z.output<typeof holidayBalanceRecord.row>
  readonly onClose: () => void
  readonly onSaved: (changed: ListedRow) => void
}

/** Carries hours over or adjusts them; what remains then is shown before it is saved. */
export function AdjustDialog({ balance, onClose, onSaved }: AdjustDialogProps) {
  const { close, onChange } = useCloseOrAsk(onClose)
  const { api, notices } = useServices()
  const [kind, setKind] = useState<HolidayEntryKind>('CARRIED')
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { id, displayName, remaining } = balance
  const read = z.safeParse(adjustHoliday.request.shape.hours, hoursIn(typed))
  const isReasonMissing = reason.trim() === ''
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (isBusy || !read.success || isReasonMissing) return
    setBusy(true)
    setProblem(null)
    try {
      const changed = await api.call(adjustHoliday, { id, kind, hours: read.data, reason }, { quiet: true })
      notices.show('success', TEXT.saved(displayName))
      onSaved(changed)
    } catch (error) {
      setProblem(refusalOf(error))
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      onClose={() => void close()}
      title={TEXT.dialog(displayName)}
      centered
      size={460}
      closeOnClickOutside={false}
    >
      <form className={styles.form} onChange={onChange} onSubmit={(event) => void save(event)} noValidate>
        <p>{TEXT.lead}</p>
        <NativeSelect
          label={TEXT.kind}
          value={kind}
          data={Object.entries(TEXT.kinds).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget }) => setKind(currentTarget.value as HolidayEntryKind)}
        />
        <TextInput
          data-autofocus
          label={TEXT.hours}
          description={TEXT.hoursHint}
          value={typed}
          error={isChecked && !read.success ? TEXT.hoursWrong : null}
          inputMode="decimal"
          autoComplete="off"
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Textarea
          label={TEXT.reason}
          autosize
          minRows={2}
          maxLength={ENTRY_REASON_MAX}
          value={reason}
          error={isChecked && isReasonMissing ? TEXT.reasonMissing : null}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        {read.success && remaining !== null ? (
          <p role="status">{TEXT.after(hoursText(remaining + read.data))}</p>
        ) : null}
        <Problem>{problem}</Problem>
        <FormActions>
          <Button variant="default" onClick={() => void close()}>
            {TEXT.cancel}
          </Button>
          <Button type="submit" loading={isBusy}>
            {TEXT.save}
          </Button>
        </FormActions>
      </form>
    </Modal>
  )
}
