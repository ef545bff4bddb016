import { Button, Modal, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { saveFileNote } from '#shared/contract/file-notes.ts'
import { logWelfareContact, planOneToOne } from '#shared/contract/interactions.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { FILE_NOTE_KINDS, FILE_NOTE_LENGTH, type FileNoteKind } from '#shared/domain/file-notes.ts'
import { WELFARE_KINDS, WELFARE_LENGTH, type WelfareKind } from '#shared/domain/interactions.ts'
import { LONDON, londonField } from '#shared/domain/london-time.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { FormDialog } from '../ask-dialog/index.ts'
import { TalkFields, useTalkPlan } from '../talk-plan/index.ts'
import styles from './Interactions.module.css'
import { TEXT } from './text.ts'

const WHEN = dateFormat({
  ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  timeZone: LONDON,
})

interface DialogProps {
  readonly userID: number
  readonly name: string
  readonly onClose: () => void
  readonly onSaved: () => void
}

/** Plans a talk; what else is in their time then is said, and refuses nothing. */
export function PlanDialog({ userID, name, onClose, onSaved }: DialogProps) {
  const { api, notices } = useServices()
  const plan = useTalkPlan()
  const [collisions, setCollisions] = useState<readonly string[] | null>(null)
  if (collisions !== null)
    return (
      <Modal opened onClose={onSaved} title={TEXT.planTitle(name)} centered size={480}>
        <div className={styles.form} role="status">
          <p>{TEXT.collisions}</p>
          <ul className={styles.collisions}>
            {collisions.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
          <FormActions>
            <Button onClick={onSaved}>{TEXT.close}</Button>
          </FormActions>
        </div>
      </Modal>
    )
  return (
    <FormDialog
      cancel={TEXT.cancel}
      reasonOf={reasonOf}
      title={TEXT.planTitle(name)}
      lead={TEXT.planLead}
      send={TEXT.planSend}
      fault={plan.fault}
      isTyped={plan.isTyped}
      onClose={onClose}
      onSend={async () => {
        const planned = await api.call(planOneToOne, { userID, ...plan.times() }, { quiet: true })
        notices.show('success', TEXT.planned(name))
        const found = planned.collisions.map((one) =>
          TEXT.collision(one.name, one.event, WHEN.format(Date.parse(one.start))),
        )
        if (found.length === 0) onSaved()
        else setCollisions(found)
      }}
    >
      <TalkFields plan={plan} />
    </FormDialog>
  )
}

/** A file note or a recognition. */
export function NoteDialog({ userID, name, onClose, onSaved }: DialogProps) {
  const { api, notices } = useServices()
  const [kind, setKind] = useState<FileNoteKind>('RECOGNITION')
  const [text, setText] = useState('')
  return (
    <FormDialog
      cancel={TEXT.cancel}
      reasonOf={reasonOf}
      title={TEXT.noteTitle(name)}
      lead={TEXT.noteLead(name)}
      send={TEXT.save}
      fault={text.trim().length < FILE_NOTE_LENGTH.min ? TEXT.tooShort : null}
      isTyped={text !== ''}
      onClose={onClose}
      onSend={async () => {
        await api.call(saveFileNote, { userID, kind, text }, { quiet: true })
        notices.show('success', TEXT.noted)
        onSaved()
      }}
    >
      <NativeSelect
        label={TEXT.kind}
        value={kind}
        data={FILE_NOTE_KINDS.map((value) => ({ value, label: TEXT.kinds[value] }))}
        onChange={({ currentTarget }) => setKind(currentTarget.value as FileNoteKind)}
      />
      <Textarea
        label={TEXT.text}
        data-autofocus
        autosize
        minRows={4}
        maxLength={FILE_NOTE_LENGTH.max}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </FormDialog>
  )
}

/** That the manager asked how somebody is. */
export function WelfareDialog({ userID, name, onClose, onSaved }: DialogProps) {
  const { api, notices, now } = useServices()
  const today = londonField(now()).slice(0, 10)
  const [day, setDay] = useState(today)
  const [kind, setKind] = useState<WelfareKind>('CALL')
  const [text, setText] = useState('')
  return (
    <FormDialog
      cancel={TEXT.cancel}
      reasonOf={reasonOf}
      title={TEXT.welfareTitle(name)}
      lead={TEXT.welfareLead(name)}
      send={TEXT.save}
      fault={day === '' ? TEXT.noTime : text.trim().length < WELFARE_LENGTH.min ? TEXT.tooShort : null}
      isTyped={text !== ''}
      onClose={onClose}
      onSend={async () => {
        await api.call(logWelfareContact, { userID, day, kind, text }, { quiet: true })
        notices.show('success', TEXT.logged)
        onSaved()
      }}
    >
      <div className={styles.fields}>
        <TextInput
          type="date"
          label={TEXT.day}
          max={today}
          value={day}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
        <NativeSelect
          label={TEXT.how}
          value={kind}
          data={WELFARE_KINDS.map((value) => ({ value, label: TEXT.hows[value] }))}
          onChange={({ currentTarget }) => setKind(currentTarget.value as WelfareKind)}
        />
      </div>
      <Textarea
        label={TEXT.text}
        data-autofocus
        autosize
        minRows={4}
        maxLength={WELFARE_LENGTH.max}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </FormDialog>
  )
}
