import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import type { ChatMessage, ChatThread } from '#shared/contract/chat-entities.ts'
import { searchProjects } from '#shared/contract/tasks.ts'
import { REQUIRED_HOURS_MIN, STORY_POINTS, TASK_PRIORITIES } from '#shared/domain/tasks.ts'
import { ticketLabel } from '#shared/domain/tickets.ts'
import { useServices } from '../../../services/context.tsx'
import { FormActions } from '../../../ui/form/FormActions.tsx'
import { PersonSelect } from '../../../ui/PersonSelect.tsx'
import { Problem } from '../../../ui/Problem.tsx'
import { RemoteSelect } from '../../../ui/RemoteSelect.tsx'
import type { ChatDialogProps } from '../dialogs/dialog-props.ts'
import type { ThreadKey } from '../store/state.ts'
import { QuotedMessage } from './ConfirmDialog.tsx'
import styles from './Dialogs.module.css'
import { MessageDialog } from './MessageDialog.tsx'
import { TEXT } from './text.ts'
import { useQuickTask } from './use-quick-task.ts'

/** Makes a task of a message (spec 2 §3). A failure keeps what is typed. */
export function QuickTaskDialog({ dialog, onClose }: ChatDialogProps<'quick-task'>) {
  return (
    <MessageDialog title={TEXT.quickTask} dialog={dialog} onClose={onClose} size="lg" staysOpen>
      {({ message, thread }) => (
        <QuickTaskForm message={message} thread={thread} threadKey={dialog.thread} onClose={onClose} />
      )}
    </MessageDialog>
  )
}

interface QuickTaskFormProps {
  readonly message: ChatMessage
  readonly thread: ChatThread
  readonly threadKey: ThreadKey
  readonly onClose: () => void
}

function QuickTaskForm({ message, thread, onClose }: QuickTaskFormProps) {
  const { api } = useServices()
  const task = useQuickTask(message, thread, onClose)
  const { form, change, busy } = task
  const findProjects = (searchTerm: string, signal: AbortSignal) =>
    api.call(searchProjects, { searchTerm }, { quiet: true, signal })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void task.save()
      }}
    >
      <QuotedMessage message={message} />
      {task.hasAssistant ? (
        <Button
          mt={8}
          size="compact-sm"
          variant="light"
          leftSection={<IconSparkles size={15} aria-hidden="true" />}
          loading={task.suggesting}
          onClick={() => void task.suggest()}
        >
          {TEXT.suggestTask}
        </Button>
      ) : null}
      <div className={styles.fields}>
        <TextInput
          className={styles.wide ?? ''}
          data-autofocus
          required
          label={TEXT.task.subject}
          value={form.subject}
          maxLength={300}
          onChange={(event) => change({ subject: event.currentTarget.value })}
        />
        <Textarea
          className={styles.wide ?? ''}
          required
          autosize
          minRows={2}
          maxRows={8}
          label={TEXT.task.description}
          value={form.description}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
        <RemoteSelect
          label={TEXT.task.project}
          value={form.project}
          onChange={(project) => change({ project })}
          search={findProjects}
        />
        <PersonSelect
          label={TEXT.task.person}
          value={form.person}
          onChange={(person) => change({ person })}
        />
        <TextInput
          type="datetime-local"
          label={TEXT.task.start}
          value={form.start}
          onChange={(event) => change({ start: event.currentTarget.value })}
        />
        <TextInput
          type="datetime-local"
          label={TEXT.task.due}
          value={form.due}
          onChange={(event) => change({ due: event.currentTarget.value })}
        />
        <NativeSelect
          label={TEXT.task.priority}
          value={form.priority}
          data={TASK_PRIORITIES.map((value) => ({ value, label: ticketLabel(value) }))}
          onChange={(event) =>
            change({ priority: TASK_PRIORITIES.find((one) => one === event.currentTarget.value) ?? 'LOW' })
          }
        />
        <NativeSelect
          label={TEXT.task.effort}
          value={form.storyPoint}
          data={STORY_POINTS.map(({ points, label }) => ({ value: points, label: `${points} ${label}` }))}
          onChange={(event) => change({ storyPoint: event.currentTarget.value })}
        />
        <TextInput
          type="number"
          min={REQUIRED_HOURS_MIN}
          step={REQUIRED_HOURS_MIN}
          label={TEXT.task.hours}
          value={form.hours}
          onChange={(event) => change({ hours: event.currentTarget.value })}
        />
      </div>
      <Problem>{task.problem}</Problem>
      <FormActions className={styles.buttons}>
        <Button variant="default" onClick={task.drop}>
          {TEXT.cancel}
        </Button>
        <Button type="submit" loading={busy} disabled={!task.isComplete}>
          {TEXT.createTask}
        </Button>
      </FormActions>
    </form>
  )
}
