import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { saveCoaching } from '#shared/contract/coaching.ts'
import { saveFileNote } from '#shared/contract/file-notes.ts'
import type { Performance } from '#shared/contract/performance.ts'
import { FILE_NOTE_LENGTH } from '#shared/domain/file-notes.ts'
import { figureText } from '#shared/domain/interview-text.ts'
import { INTERVIEW_FIGURES, type InterviewFigure } from '#shared/domain/interviews.ts'
import { londonField, momentOfField } from '#shared/domain/london-time.ts'
import { useServices } from '../../services/context.tsx'
import { AskDialog } from '../ask-dialog/index.ts'
import styles from './Performance.module.css'
import { TEXT } from './text.ts'

const DAY_MS = 86_400_000
const QUARTER_MS = 900_000
const TOPICS = { min: 3, max: 1000 } as const
const MINUTES = ['15', '30', '45', '60']
/** What coaching is about: rates, not how much somebody was given to do. */
const ABOUT = [
  ...(['index', 'completesPerHour', 'strikeRate', 'refusalRate', 'cooperationRate'] as const),
  ...(['attemptsPerComplete', 'averageLength', 'occupancy', 'appointmentsKept'] as const),
] satisfies readonly InterviewFigure[]

interface RowDialogProps {
  readonly row: Performance['rows'][number]
  /** The mean of the people who are shown, beside which a figure stands. */
  readonly team: Performance['team']
  readonly onClose: () => void
}

/** Plans coaching with a figure as its topic (spec 4 §4.4.2). */
export function PlanCoaching({ row, team, onClose }: RowDialogProps) {
  const { api, notices, now } = useServices()
  const topicOf = (figure: InterviewFigure) =>
    TEXT.topicOf(INTERVIEW_FIGURES[figure].label, figureText(figure, row.tally), figureText(figure, team))
  const [start, setStart] = useState(() =>
    londonField(Math.ceil((now() + DAY_MS) / QUARTER_MS) * QUARTER_MS).slice(0, 16),
  )
  const [minutes, setMinutes] = useState('30')
  const [about, setAbout] = useState<InterviewFigure>('index')
  const [topics, setTopics] = useState(() => topicOf('index'))
  const at = momentOfField(start)
  return (
    <AskDialog
      title={TEXT.coachingOf(row.name)}
      text={TEXT.coachingLead}
      action={TEXT.planCoaching}
      cancel={TEXT.cancel}
      isReady={topics.trim().length >= TOPICS.min && !Number.isNaN(at)}
      onClose={onClose}
      run={async () => {
        const session = {
          userID: row.userID,
          start: new Date(at).toISOString(),
          minutes: Number(minutes),
          topics,
        }
        await api.call(saveCoaching, session, { quiet: true })
        notices.show('success', TEXT.coachingPlanned)
      }}
    >
      <div className={styles.pair}>
        <TextInput
          required
          type="datetime-local"
          label={TEXT.start}
          value={start}
          onChange={({ currentTarget }) => setStart(currentTarget.value)}
        />
        <NativeSelect
          label={TEXT.minutes}
          value={minutes}
          data={MINUTES}
          onChange={({ currentTarget }) => setMinutes(currentTarget.value)}
        />
      </div>
      <NativeSelect
        data-autofocus
        label={TEXT.about}
        value={about}
        data={ABOUT.map((value) => ({ value, label: INTERVIEW_FIGURES[value].label }))}
        onChange={({ currentTarget }) => {
          const figure = ABOUT.find((one) => one === currentTarget.value) ?? 'index'
          setAbout(figure)
          setTopics(topicOf(figure))
        }}
      />
      <Textarea
        required
        autosize
        minRows={2}
        label={TEXT.topics}
        maxLength={TOPICS.max}
        value={topics}
        onChange={({ currentTarget }) => setTopics(currentTarget.value)}
      />
    </AskDialog>
  )
}

/** Recognises what somebody did: a note that they see, and a message on their screen (spec 4 §4.4.2). */
export function Recognise({ row, onClose }: Omit<RowDialogProps, 'team'>) {
  const { api, notices } = useServices()
  const [text, setText] = useState('')
  return (
    <AskDialog
      title={TEXT.recogniseOf(row.name)}
      text={TEXT.recogniseLead}
      action={TEXT.recogniseDo}
      cancel={TEXT.cancel}
      isReady={text.trim().length >= FILE_NOTE_LENGTH.min}
      onClose={onClose}
      run={async () => {
        const note = { userID: row.userID, kind: 'RECOGNITION', text, isCheered: true } as const
        await api.call(saveFileNote, note, { quiet: true })
        notices.show('success', TEXT.recognised)
      }}
    >
      <Textarea
        data-autofocus
        required
        autosize
        minRows={3}
        label={TEXT.recogniseFor}
        maxLength={FILE_NOTE_LENGTH.max}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </AskDialog>
  )
}
