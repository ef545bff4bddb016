import { NativeSelect, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sendPopupMessage } from '#shared/contract/alerts.ts'
import { saveFileNote } from '#shared/contract/file-notes.ts'
import { startFeedback } from '#shared/contract/live-person.ts'
import { raiseTicketFor, supportSettings } from '#shared/contract/tickets.ts'
import {
  FILE_NOTE_KINDS,
  FILE_NOTE_LENGTH,
  FILE_NOTE_WORDS,
  type FileNoteKind,
} from '#shared/domain/file-notes.ts'
import { FEEDBACK_CATEGORIES, type FeedbackCategory, POPUP_MAX } from '#shared/domain/live-panel.ts'
import { TYPED_FROM } from '#shared/domain/records.ts'
import { TICKET_TYPES } from '#shared/domain/ticket-guide.ts'
import {
  PRIORITIES,
  type Priority,
  TICKET_TEXT,
  TICKET_TEXT_MAX,
  ticketLabel,
} from '#shared/domain/tickets.ts'
import { useServices } from '../../services/context.tsx'
import { useLive } from '../../services/live.tsx'
import { PanelForm, type Target } from './PanelForm.tsx'
import { PANEL_TEXT as TEXT } from './text.ts'

interface OneFormProps {
  readonly person: Target
  readonly onDone: (said: string) => void
  readonly onCancel: () => void
}

/** Sits down with somebody over a call: both are on FEEDBACK SESSION until it ends (spec 4 §4.4.1). */
export function FeedbackForm({ person, onDone, onCancel }: OneFormProps) {
  const { api } = useServices()
  const { calls } = useLive()
  const [category, setCategory] = useState<FeedbackCategory>('QC')
  return (
    <PanelForm
      label={TEXT.feedback}
      means={TEXT.feedbackMeans(person.name)}
      confirm={TEXT.feedbackStart}
      people={[person]}
      mayGo={() => calls.mayRing([person])}
      send={async ({ id: userID }) => {
        const { meetingID } = await api.call(startFeedback, { userID, category }, { quiet: true })
        void calls.ring([person], { ID: meetingID, screenShare: false })
      }}
      onDone={() => onDone(TEXT.feedbackBegun(person.name))}
      onCancel={onCancel}
    >
      <NativeSelect
        data-autofocus
        label={TEXT.feedbackAbout}
        value={category}
        data={[...FEEDBACK_CATEGORIES]}
        onChange={(event) => setCategory(event.currentTarget.value as FeedbackCategory)}
      />
    </PanelForm>
  )
}

/** Writes a file note about somebody, who reads it and may reply once (spec 4 §4.4.1, 6 §5.6). */
export function NoteForm({ person, onDone, onCancel }: OneFormProps) {
  const { api } = useServices()
  const [kind, setKind] = useState<FileNoteKind>('RECOGNITION')
  const [text, setText] = useState('')
  return (
    <PanelForm
      label={TEXT.addNote}
      means={TEXT.noteMeans(person.name)}
      confirm={TEXT.noteSave}
      people={[person]}
      fault={() => (text.trim().length < FILE_NOTE_LENGTH.min ? TEXT.noteShort : null)}
      send={({ id: userID }) => api.call(saveFileNote, { userID, kind, text }, { quiet: true })}
      onDone={() => onDone(TEXT.noteDone(person.name))}
      onCancel={onCancel}
    >
      <NativeSelect
        data-autofocus
        label={TEXT.noteKind}
        value={kind}
        data={FILE_NOTE_KINDS.map((value) => ({ value, label: FILE_NOTE_WORDS[value] }))}
        onChange={(event) => setKind(event.currentTarget.value as FileNoteKind)}
      />
      <Textarea
        label={TEXT.noteText}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={FILE_NOTE_LENGTH.max}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </PanelForm>
  )
}

/** Raises a ticket that is somebody else's (spec 4 §4.4.1). */
export function TicketForm({ person, onDone, onCancel }: OneFormProps) {
  const { api } = useServices()
  const settings = useQuery({
    queryKey: ['live-ticket-types'],
    queryFn: ({ signal }) => api.call(supportSettings, undefined, { quiet: true, signal }),
  })
  const types = settings.data?.ticketTypes.map(({ value }) => value) ?? TICKET_TYPES
  const [chosen, setChosen] = useState<string | null>(null)
  const [message, setMessage] = useState('')
  const [priority, setPriority] = useState<Priority>('MEDIUM')
  const ticketType = chosen ?? types[0] ?? 'Other'
  return (
    <PanelForm
      label={TEXT.newTicketFor(person.name)}
      means={TEXT.ticketMeans(person.name)}
      confirm={TEXT.raise}
      people={[person]}
      fault={() => (message.trim() === '' ? TICKET_TEXT.enterMessage : null)}
      send={async ({ id: userID }) => {
        const request = { userID, ticketType, message: message.trim(), priority }
        const { id } = await api.call(raiseTicketFor, request, { quiet: true })
        onDone(TEXT.raised(id, person.name))
      }}
      onDone={() => {}}
      onCancel={onCancel}
    >
      <NativeSelect
        data-autofocus
        label={TEXT.ticketType}
        value={ticketType}
        data={[...types]}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <Textarea
        label={TEXT.ticketWords}
        autosize
        minRows={2}
        maxRows={8}
        value={message}
        maxLength={TICKET_TEXT_MAX}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <NativeSelect
        label={TEXT.ticketPriority}
        value={priority}
        data={PRIORITIES.map((value) => ({ value, label: ticketLabel(value) }))}
        onChange={(event) => setPriority(event.currentTarget.value as Priority)}
      />
    </PanelForm>
  )
}

interface PopupFormProps {
  readonly people: readonly Target[]
  readonly onDone: () => void
  readonly onCancel: () => void
}

/** Shows people a message on their screens (spec 4 §4.4.1). */
export function PopupForm({ people, onDone, onCancel }: PopupFormProps) {
  const { api } = useServices()
  const [message, setMessage] = useState('')
  return (
    <PanelForm
      label={TEXT.popup}
      means={TEXT.popupMeans}
      confirm={people.length === 1 ? TEXT.popupSend : TEXT.popupSendTo(people.length)}
      people={people}
      typedFrom={TYPED_FROM}
      fault={() => (message.trim() === '' ? TEXT.noMessage : null)}
      send={({ id }) =>
        api.call(sendPopupMessage, { userIDs: [id], message: message.trim() }, { quiet: true })
      }
      onDone={onDone}
      onCancel={onCancel}
    >
      <Textarea
        data-autofocus
        label={TEXT.words}
        autosize
        minRows={2}
        maxRows={8}
        value={message}
        maxLength={POPUP_MAX}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
    </PanelForm>
  )
}
