import '../mantine-styles.ts'
import { ActionIcon, Button, Checkbox, Modal, NativeSelect, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useServices } from '../../../services/context.tsx'
import { FormActions } from '../../../ui/form/FormActions.tsx'
import { Problem } from '../../../ui/Problem.tsx'
import { useChat } from '../chat-context.tsx'
import type { ChatDialogProps } from '../dialogs/dialog-props.ts'
import {
  EMPTY_POLL,
  OPTION_MAX,
  type OpenFor,
  POLL_OPTIONS_MAX,
  POLL_OPTIONS_MIN,
  type PollForm,
  pollForm,
  QUESTION_MAX,
  readPoll,
} from './poll-form.ts'
import styles from './SharedThings.module.css'
import { TEXT } from './text.ts'
import { useKeptDraft } from './use-kept-draft.ts'

const CLOSES: readonly { value: OpenFor; label: string }[] = [
  { value: 'never', label: TEXT.closesNever },
  { value: 'hour', label: TEXT.closesIn.hour },
  { value: 'day', label: TEXT.closesIn.day },
  { value: 'threeDays', label: TEXT.closesIn.threeDays },
  { value: 'week', label: TEXT.closesIn.week },
]

/** Asks a conversation something (spec 2 §2). What is written is kept until it is asked. */
export function NewPollDialog({ dialog: { thread }, onClose }: ChatDialogProps<'new-poll'>) {
  const chat = useChat<'createPoll'>()
  const { now, newID } = useServices()
  const [attempt] = useState(newID)
  const { draft, change, forget } = useKeptDraft(`poll:${thread}`, pollForm)
  const form = draft ?? EMPTY_POLL
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const set = (patch: Partial<PollForm>) => {
    setProblem(null)
    change({ ...form, ...patch })
  }
  const ask = async (event: FormEvent) => {
    event.preventDefault()
    const read = readPoll(form, now())
    if ('problem' in read) return setProblem(read.problem)
    setBusy(true)
    const poll = await chat.createPoll(thread, read.poll, attempt)
    setBusy(false)
    if (!poll) return
    forget()
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={TEXT.newPoll} size={500} centered>
      <form className={styles.form} onSubmit={(event) => void ask(event)} noValidate>
        <TextInput
          data-autofocus
          label={TEXT.question}
          maxLength={QUESTION_MAX}
          value={form.question}
          onChange={(event) => set({ question: event.currentTarget.value })}
        />
        <Options options={form.options} onChange={(options) => set({ options })} />
        <div className={styles.choices}>
          <Checkbox
            label={TEXT.severalAnswers}
            checked={form.isMultiple}
            onChange={(event) => set({ isMultiple: event.currentTarget.checked })}
          />
          <Checkbox
            label={TEXT.anonymous}
            checked={form.isAnonymous}
            onChange={(event) => set({ isAnonymous: event.currentTarget.checked })}
          />
        </div>
        <NativeSelect
          label={TEXT.closes}
          data={CLOSES.map((one) => ({ ...one }))}
          value={form.openFor}
          onChange={(event) => set({ openFor: event.currentTarget.value as OpenFor })}
        />
        <Problem>{problem}</Problem>
        <FormActions>
          <Button variant="default" onClick={onClose}>
            {TEXT.cancel}
          </Button>
          <Button type="submit" loading={busy}>
            {TEXT.askPoll}
          </Button>
        </FormActions>
      </form>
    </Modal>
  )
}

function Options({
  options,
  onChange,
}: {
  options: readonly string[]
  onChange: (options: string[]) => void
}) {
  return (
    <div className={styles.options}>
      {options.map((option, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an option is what stands at its place
        <div key={index} className={styles.option}>
          <TextInput
            aria-label={TEXT.option(index + 1)}
            placeholder={TEXT.option(index + 1)}
            maxLength={OPTION_MAX}
            value={option}
            onChange={(event) => onChange(options.with(index, event.currentTarget.value))}
          />
          {options.length > POLL_OPTIONS_MIN ? (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={TEXT.removeOption(index + 1)}
              onClick={() => onChange(options.toSpliced(index, 1))}
            >
              <IconX size={16} stroke={1.8} />
            </ActionIcon>
          ) : null}
        </div>
      ))}
      {options.length < POLL_OPTIONS_MAX ? (
        <Button
          className={styles.add ?? ''}
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} stroke={2} aria-hidden="true" />}
          onClick={() => onChange([...options, ''])}
        >
          {TEXT.addOption}
        </Button>
      ) : null}
    </div>
  )
}
