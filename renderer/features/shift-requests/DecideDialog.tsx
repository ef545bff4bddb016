import '@mantine/core/styles/Modal.layer.css'
import { Button, Modal, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type * as z from 'zod/mini'
import { decideShiftRequest, shiftRequestChecks } from '#shared/contract/shift-requests.ts'
import { REASON_MAX, REASON_MIN } from '#shared/domain/booking.ts'
import type { ListedRow } from '#shared/records/record.ts'
import type { shiftRequestRecord } from '#shared/records/resource/shift-request.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { useCloseOrAsk } from '../../services/notices/use-close-or-ask.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Against, allChecks } from './Against.tsx'
import styles from './ShiftRequests.module.css'
import { TEXT } from './text.ts'

interface DecideProps {
  readonly request: z.output<typeof shiftRequestRecord.row>
  readonly state: 'APPROVED' | 'DECLINED'
  readonly onClose: () => void
  readonly onDone: (changed: ListedRow) => void
}

/** Asks once more, with what is against it, before a request is approved or declined. */
export function DecideDialog({ request, state, onClose, onDone }: DecideProps) {
  const { close, onChange } = useCloseOrAsk(onClose)
  const { api, notices } = useServices()
  const { id, byName } = request
  const isApproval = state === 'APPROVED'
  const [note, setNote] = useState('')
  const [override, setOverride] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { data } = useQuery({
    queryKey: ['shift-request-checks', id],
    queryFn: ({ signal }) => api.call(shiftRequestChecks, { id }, { quiet: true, signal }),
    enabled: isApproval,
  })
  const checks = allChecks(data)
  const isBlocked = checks.some(({ blocks }) => blocks)
  const isWarned = checks.some(({ blocks }) => !blocks)
  const isShort = (text: string) => text.trim().length < REASON_MIN
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (isBusy || (isApproval ? isWarned && isShort(override) : isShort(note))) return
    setBusy(true)
    setProblem(null)
    try {
      const changed = await api.call(decideShiftRequest, { id, state, note, override }, { quiet: true })
      notices.show('success', isApproval ? TEXT.approved(byName) : TEXT.declined(byName))
      onDone(changed)
    } catch (error) {
      setProblem(refusalOf(error))
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      onClose={() => void close()}
      title={isApproval ? TEXT.approveTitle(byName) : TEXT.declineTitle(byName)}
      centered
      size={460}
      closeOnClickOutside={false}
    >
      <form className={styles.form} onChange={onChange} onSubmit={(event) => void save(event)} noValidate>
        <Against checks={checks} />
        {isApproval && isWarned && !isBlocked ? (
          <TextInput
            label={TEXT.override}
            value={override}
            maxLength={REASON_MAX}
            error={isChecked && isShort(override) ? TEXT.sayWhy : null}
            onChange={({ currentTarget }) => setOverride(currentTarget.value)}
          />
        ) : null}
        <Textarea
          data-autofocus
          label={isApproval ? TEXT.note : TEXT.noteWhy}
          autosize
          minRows={2}
          maxLength={REASON_MAX}
          value={note}
          error={!isApproval && isChecked && isShort(note) ? TEXT.sayWhy : null}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <Problem>{problem ?? (isBlocked ? TEXT.blocked : null)}</Problem>
        <FormActions>
          <Button variant="default" onClick={() => void close()}>
            {TEXT.cancel}
          </Button>
          <Button type="submit" loading={isBusy} disabled={isApproval && isBlocked}>
            {isApproval ? TEXT.doApprove : TEXT.doDecline}
          </Button>
        </FormActions>
      </form>
    </Modal>
  )
}
