import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { saveCoaching } from '#shared/contract/coaching.ts'
import { saveFileNote } from '#shared/contract/file-notes.ts'
import { lockShift } from '#shared/contract/help.ts'
import { CORE_HOURS_MAX, saveCoreHours } from '#shared/contract/planned-users.ts'
import { assignPattern, listPatterns } from '#shared/contract/shift-patterns.ts'
import { moveTeamPerson, PROPOSAL_NOTE_MAX, proposeSkill, teamOptions } from '#shared/contract/team-users.ts'
import {
  FILE_NOTE_KINDS,
  FILE_NOTE_LENGTH,
  FILE_NOTE_WORDS,
  type FileNoteKind,
} from '#shared/domain/file-notes.ts'
import { OVERRIDE_REASON_MAX, OVERRIDE_REASON_MIN } from '#shared/domain/live-panel.ts'
import { londonField, momentOfField } from '#shared/domain/london-time.ts'
import { useServices } from '../../services/context.tsx'
import { AskDialog, type PersonAction } from '../people/index.ts'
import { SetTarget as TargetDialog } from '../target-form/index.ts'
import styles from './TeamUsers.module.css'
import { TEXT } from './text.ts'

type DialogProps = ComponentProps<PersonAction['Dialog']>
const { actions } = TEXT
const nameOf = ({ person }: DialogProps) => String(person.displayName)
const DAY_MS = 86_400_000
const QUARTER_MS = 900_000
const REASON_MIN = 3

function useOptions(id: number) {
  const { api } = useServices()
  return useQuery({
    queryKey: ['team-options', id],
    queryFn: ({ signal }) => api.call(teamOptions, { id }, { quiet: true, signal }),
    gcTime: 0,
  }).data
}

/** A skill for somebody, which who keeps people grants. */
export function ProposeSkill(props: DialogProps) {
  const { api } = useServices()
  const { person, onClose, onDone } = props
  const options = useOptions(person.id)
  const [skillID, setSkill] = useState('')
  const [note, setNote] = useState('')
  const isNone = options?.skills.length === 0
  return (
    <AskDialog
      title={actions.proposeTitle(nameOf(props))}
      text={isNone ? actions.noSkill : actions.proposeText}
      action={actions.proposeDo}
      done={actions.proposed}
      isReady={skillID !== '' && note.trim().length >= REASON_MIN}
      onClose={onClose}
      run={async () => {
        await api.call(proposeSkill, { id: person.id, skillID: Number(skillID), note }, { quiet: true })
        onDone()
      }}
    >
      <NativeSelect
        data-autofocus
        required
        label={actions.skill}
        value={skillID}
        data={[
          { value: '', label: '' },
          ...(options?.skills ?? []).map(({ id, name, isProposed }) => ({
            value: String(id),
            label: isProposed ? actions.isProposed(name) : name,
            disabled: isProposed,
          })),
        ]}
        onChange={({ currentTarget }) => setSkill(currentTarget.value)}
      />
      <Textarea
        required
        autosize
        minRows={2}
        label={actions.why}
        maxLength={PROPOSAL_NOTE_MAX}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </AskDialog>
  )
}

export function ChangeArea(props: DialogProps) {
  const { api } = useServices()
  const { person, onClose, onDone } = props
  const options = useOptions(person.id)
  const [areaID, setArea] = useState(String(person.areaID ?? ''))
  return (
    <AskDialog
      title={actions.areaTitle(nameOf(props))}
      text={actions.areaText}
      action={actions.areaDo}
      done={actions.areaDone}
      isReady={areaID !== '' && areaID !== String(person.areaID ?? '')}
      onClose={onClose}
      run={async () => {
        const { id, version } = person
        await api.call(moveTeamPerson, { id, version, areaID: Number(areaID) }, { quiet: true })
        onDone()
      }}
    >
      <NativeSelect
        data-autofocus
        label={actions.areaLabel}
        value={areaID}
        data={[
          { value: '', label: '' },
          ...(options?.areas ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ currentTarget }) => setArea(currentTarget.value)}
      />
    </AskDialog>
  )
}

export function SetTarget({ person, onClose, onDone }: DialogProps) {
  return (
    <TargetDialog userID={person.id} name={String(person.displayName)} onClose={onClose} onDone={onDone} />
  )
}

export function PlanCoaching(props: DialogProps) {
  const { api, now } = useServices()
  const { person, onClose, onDone } = props
  const [start, setStart] = useState(() =>
    londonField(Math.ceil((now() + DAY_MS) / QUARTER_MS) * QUARTER_MS).slice(0, 16),
  )
  const [minutes, setMinutes] = useState('30')
  const [topics, setTopics] = useState('')
  return (
    <AskDialog
      title={actions.coachingTitle(nameOf(props))}
      text={actions.coachingText}
      action={actions.coachingDo}
      done={actions.coachingDone}
      isReady={topics.trim().length >= REASON_MIN && start !== ''}
      onClose={onClose}
      run={async () => {
        const at = new Date(momentOfField(start)).toISOString()
        const session = { userID: person.id, start: at, minutes: Number(minutes), topics }
        await api.call(saveCoaching, session, { quiet: true })
        onDone()
      }}
    >
      <div className={styles.fields}>
        <TextInput
          required
          type="datetime-local"
          label={actions.coachingStart}
          value={start}
          onChange={({ currentTarget }) => setStart(currentTarget.value)}
        />
        <NativeSelect
          label={actions.coachingMinutes}
          value={minutes}
          data={['15', '30', '45', '60']}
          onChange={({ currentTarget }) => setMinutes(currentTarget.value)}
        />
      </div>
      <TextInput
        data-autofocus
        required
        label={actions.coachingTopics}
        maxLength={1000}
        value={topics}
        onChange={({ currentTarget }) => setTopics(currentTarget.value)}
      />
    </AskDialog>
  )
}

export function FileNote(props: DialogProps) {
  const { api } = useServices()
  const { person, onClose, onDone } = props
  const [kind, setKind] = useState<FileNoteKind>('RECOGNITION')
  const [text, setText] = useState('')
  return (
    <AskDialog
      title={actions.fileNoteTitle(nameOf(props))}
      text={actions.fileNoteText}
      action={actions.fileNoteDo}
      done={actions.fileNoteDone}
      isReady={text.trim().length >= FILE_NOTE_LENGTH.min}
      onClose={onClose}
      run={async () => {
        await api.call(saveFileNote, { userID: person.id, kind, text }, { quiet: true })
        onDone()
      }}
    >
      <NativeSelect
        label={actions.fileNoteKind}
        value={kind}
        data={FILE_NOTE_KINDS.map((value) => ({ value, label: FILE_NOTE_WORDS[value] }))}
        onChange={({ currentTarget }) => setKind(currentTarget.value as FileNoteKind)}
      />
      <Textarea
        data-autofocus
        required
        autosize
        minRows={3}
        label={actions.fileNoteLabel}
        maxLength={FILE_NOTE_LENGTH.max}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </AskDialog>
  )
}

export function CoreHours(props: DialogProps) {
  const { api } = useServices()
  const { person, onClose, onDone } = props
  const [coreHours, setHours] = useState(String(person.coreHours ?? ''))
  const [availability, setAvailability] = useState(String(person.availability ?? ''))
  return (
    <AskDialog
      title={actions.coreHoursTitle(nameOf(props))}
      action={actions.coreHoursDo}
      done={actions.coreHoursDone}
      onClose={onClose}
      run={async () => {
        const { id, version } = person
        onDone(await api.call(saveCoreHours, { id, version, coreHours, availability }, { quiet: true }))
      }}
    >
      <TextInput
        data-autofocus
        label={actions.coreHoursLabel}
        description={actions.coreHoursHint}
        maxLength={CORE_HOURS_MAX}
        value={coreHours}
        onChange={({ currentTarget }) => setHours(currentTarget.value)}
      />
      <TextInput
        label={actions.availability}
        maxLength={CORE_HOURS_MAX}
        value={availability}
        onChange={({ currentTarget }) => setAvailability(currentTarget.value)}
      />
    </AskDialog>
  )
}

export function GivePattern(props: DialogProps) {
  const { api, now } = useServices()
  const { person, onClose, onDone } = props
  const patterns = useQuery({
    queryKey: ['shift-patterns', 'choices'],
    queryFn: ({ signal }) => api.call(listPatterns, {}, { quiet: true, signal }),
  }).data?.patterns.filter(({ status }) => status === 'ACTIVE')
  const [patternID, setPattern] = useState('')
  const [from, setFrom] = useState(() => londonField(now() + DAY_MS).slice(0, 10))
  return (
    <AskDialog
      title={actions.patternTitle(nameOf(props))}
      text={patterns?.length === 0 ? actions.noPattern : actions.patternText}
      action={actions.patternDo}
      done={actions.patternDone}
      isReady={patternID !== '' && from !== ''}
      onClose={onClose}
      run={async () => {
        await api.call(assignPattern, { id: Number(patternID), people: [person.id], from }, { quiet: true })
        onDone()
      }}
    >
      <div className={styles.fields}>
        <NativeSelect
          data-autofocus
          required
          label={actions.patternLabel}
          value={patternID}
          data={[
            { value: '', label: '' },
            ...(patterns ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={({ currentTarget }) => setPattern(currentTarget.value)}
        />
        <TextInput
          required
          type="date"
          label={actions.patternFrom}
          value={from}
          onChange={({ currentTarget }) => setFrom(currentTarget.value)}
        />
      </div>
    </AskDialog>
  )
}

function ShiftLock({ locked, ...props }: DialogProps & { readonly locked: boolean }) {
  const { api } = useServices()
  const { person, onClose, onDone } = props
  const [reason, setReason] = useState('')
  const title = (locked ? actions.lockTitle : actions.unlockTitle)(nameOf(props))
  return (
    <AskDialog
      title={title}
      text={locked ? actions.lockText : actions.unlockText}
      action={locked ? actions.lockDo : actions.unlockDo}
      done={locked ? actions.lockDone : actions.unlockDone}
      isReady={!locked || reason.trim().length >= OVERRIDE_REASON_MIN}
      onClose={onClose}
      run={async () => {
        await api.call(lockShift, { userID: person.id, locked, reason }, { quiet: true })
        onDone()
      }}
    >
      {locked ? (
        <TextInput
          data-autofocus
          required
          label={actions.why}
          maxLength={OVERRIDE_REASON_MAX}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      ) : null}
    </AskDialog>
  )
}
export const LockShift = (props: DialogProps) => <ShiftLock {...props} locked />
export const UnlockShift = (props: DialogProps) => <ShiftLock {...props} locked={false} />
