import '@mantine/core/styles/Modal.layer.css'
import { Modal, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import type * as z from 'zod/mini'
import { deactivatePerson, deactivatePreview } from '#shared/contract/leavers.ts'
import {
  CHOSEN_LEAVE_REASONS,
  LEAVE_NOTE_MAX,
  LEAVE_REASON_WORDS,
  LEAVING_TEXT,
  MOVING_WORDS,
  openItems,
} from '#shared/domain/leaving.ts'
import { useServices } from '../../../services/context.tsx'
import { reasonOf } from '../../../services/http/api-client.ts'
import { useCloseOrAsk } from '../../../services/notices/use-close-or-ask.ts'
import { LoadFailure } from '../../../ui/failure/LoadFailure.tsx'
import { PersonSelect } from '../../../ui/PersonSelect.tsx'
import type { RemoteOption } from '../../../ui/RemoteSelect.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { AskForm } from '../AskDialog.tsx'
import styles from '../People.module.css'
import type { PersonAction } from '../panel-parts.ts'
import { dayWords, detailsOf } from '../words.ts'
import leaving from './Leaving.module.css'
import { TEXT } from './text.ts'

type DialogProps = ComponentProps<PersonAction['Dialog']>
type Preview = z.output<(typeof deactivatePreview)['response']>
type Reason = (typeof CHOSEN_LEAVE_REASONS)[number]

/** 'Deactivate {displayName}' (spec 5 §3.4): when and why, who takes over, and what that is. */
export function DeactivateDialog(props: DialogProps) {
  const { api } = useServices()
  const { person, onClose } = props
  const { data, error, refetch } = useQuery({
    queryKey: ['deactivate-preview', person.id],
    queryFn: () => api.call(deactivatePreview, { id: person.id }, { quiet: true }),
    gcTime: 0,
  })
  const { close, onChange } = useCloseOrAsk(onClose)
  const leave = () => void close()
  const title = TEXT.deactivateTitle(detailsOf(person).displayName)
  return (
    <Modal opened onClose={leave} title={title} centered size={480} closeOnClickOutside={false}>
      {data ? (
        <Form {...props} preview={data} onClose={leave} onTyped={onChange} />
      ) : error ? (
        <LoadFailure title={TEXT.previewFailed} reason={reasonOf(error)} onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-label={TEXT.counting} className={styles.ask}>
          {[80, 55, 65].map((width) => (
            <Skeleton key={width} width={`${width}%`} height={30} />
          ))}
        </div>
      )}
    </Modal>
  )
}

interface FormProps extends DialogProps {
  readonly preview: Preview
  readonly onTyped: () => void
}

function Form({ person, onClose, onTyped, onDone, preview }: FormProps) {
  const { api, notices } = useServices()
  const [leaveDate, setLeaveDate] = useState(preview.leaveDate)
  const [reason, setReason] = useState<Reason | ''>('')
  const [note, setNote] = useState('')
  const [holder, setHolder] = useState<RemoteOption | null>(
    preview.manager && { id: preview.manager.id, name: preview.manager.displayName },
  )
  const { displayName, moves } = preview
  const open = openItems(moves)
  const isLater = leaveDate > preview.leaveDate
  const held = moves.filter(({ count }) => count > 0)
  return (
    <AskForm
      isGrave
      text={isLater ? TEXT.laterText(dayWords(leaveDate) ?? '') : TEXT.nowText}
      action={isLater ? TEXT.planAction : TEXT.deactivate}
      isReady={leaveDate !== '' && reason !== '' && (open === 0 || holder !== null)}
      onClose={onClose}
      onTyped={onTyped}
      run={async () => {
        if (reason === '') return
        const { outcome } = await api.call(
          deactivatePerson,
          { id: person.id, leaveDate, reason, note, newHolder: holder?.id ?? null },
          { quiet: true },
        )
        notices.show(
          'success',
          outcome === 'LEFT'
            ? TEXT.left(displayName)
            : TEXT.planned(displayName, dayWords(leaveDate) ?? leaveDate),
        )
        onDone()
      }}
    >
      <div className={styles.pair}>
        <TextInput
          data-autofocus
          required
          type="date"
          label={TEXT.leaveDate}
          value={leaveDate}
          onChange={(event) => setLeaveDate(event.currentTarget.value)}
        />
        <NativeSelect
          required
          label={TEXT.reason}
          value={reason}
          data={[
            { value: '', label: '', disabled: true },
            ...CHOSEN_LEAVE_REASONS.map((one) => ({ value: one, label: LEAVE_REASON_WORDS[one] })),
          ]}
          onChange={(event) => setReason(event.currentTarget.value as Reason)}
        />
      </div>
      <Textarea
        autosize
        minRows={2}
        label={TEXT.note}
        maxLength={LEAVE_NOTE_MAX}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <section className={leaving.moves} aria-label={TEXT.moves}>
        <strong>{held.length === 0 ? TEXT.nothingMoves : TEXT.moves}</strong>
        {held.length === 0 ? null : (
          <ul>
            {held.map(({ kind, count }) => (
              <li key={kind}>
                {MOVING_WORDS[kind](count)}
                {kind === 'SHIFTS' ? <span> {TEXT.shiftsEnd}</span> : null}
              </li>
            ))}
          </ul>
        )}
      </section>
      <PersonSelect label={TEXT.newHolder} value={holder} onChange={setHolder} />
      {open > 0 && holder === null ? <p>{LEAVING_TEXT.noHolder(open)}</p> : null}
    </AskForm>
  )
}
