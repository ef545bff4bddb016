import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { chatFeatures, messageTask } from '#shared/contract/chat-assistant.ts'
import type { ChatMessage, ChatThread } from '#shared/contract/chat-entities.ts'
import type { RequestOf } from '#shared/contract/http-call.ts'
import { addTask } from '#shared/contract/tasks.ts'
import { plainText } from '#shared/domain/chat-parts.ts'
import {
  quickTaskDefaults,
  quickTaskEnd,
  REQUIRED_HOURS_MIN,
  STORY_POINTS,
  TASK_SUBJECT_MAX,
  TASK_TEXT,
} from '#shared/domain/tasks.ts'
import type { Priority } from '#shared/domain/tickets.ts'
import { useServices } from '../../../services/context.tsx'
import { reasonOf } from '../../../services/http/api-client.ts'
import { taskConfigQuery } from '../../../services/http/task-config.ts'
import type { RemoteOption } from '../../../ui/RemoteSelect.tsx'
import { useChatState } from '../chat-context.tsx'

import type { Me } from '../store/state.ts'
import { TEXT } from './text.ts'

/** What is in the form; `start` and `due` are local times as the fields have them, 'YYYY-MM-DDTHH:mm'. */
export interface QuickTaskForm {
  readonly subject: string
  readonly description: string
  readonly project: RemoteOption | null
  readonly person: RemoteOption | null
  readonly start: string
  readonly due: string
  readonly priority: Priority
  readonly storyPoint: string
  readonly hours: string
}

/** The draft of a message's quick task, as it is sent (spec 2 §3). Null where something is missing. */
export function draftOf(
  form: QuickTaskForm,
  message: Pick<ChatMessage, 'id'>,
  thread: Pick<ChatThread, 'source' | 'sourceID'>,
): RequestOf<typeof addTask> | null {
  const { subject, description, project, person, priority } = form
  const [start, due] = [new Date(form.start).getTime(), new Date(form.due).getTime()]
  const requiredHours = Number(form.hours)
  const storyPoint = STORY_POINTS.find(({ points }) => points === form.storyPoint)?.points
  const isWhole = subject.trim() !== '' && description.trim() !== '' && project !== null && person !== null
  if (!isWhole || storyPoint === undefined || Number.isNaN(start) || Number.isNaN(due)) return null
  if (!(requiredHours >= REQUIRED_HOURS_MIN)) return null
  return {
    userID: person.id,
    eventStart: new Date(start).toISOString(),
    eventEnd: quickTaskEnd(start),
    subject: subject.trim(),
    description: description.trim(),
    storyPoint,
    priority,
    requiredHours,
    projectID: project.id,
    sprint: '',
    milestone: '',
    status: '',
    dueDate: new Date(due).toISOString(),
    chatSource: thread.source,
    chatSourceID: thread.sourceID,
    chatMessageID: message.id,
  }
}

/** The form of a message's quick task until somebody changes it; in a project's room it is that project's. */
export function startingForm(message: ChatMessage, thread: ChatThread, me: Me, now: number): QuickTaskForm {
  const defaults = quickTaskDefaults(now)
  const [firstLine = ''] = plainText(message.message).trim().split('\n')
  return {
    subject: firstLine.slice(0, TASK_SUBJECT_MAX),
    description: defaults.description,
    project: thread.source === 'PROJECT' ? { id: thread.sourceID, name: thread.displayLabel } : null,
    person: { id: me.id, name: me.name },
    start: localTime(defaults.eventStart),
    due: localTime(defaults.dueDate),
    priority: defaults.priority,
    storyPoint: defaults.storyPoint,
    hours: String(defaults.requiredHours),
  }
}

/** A time as a field for local times has it. */
export function localTime(iso: string): string {
  const at = new Date(iso)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** The quick task of a message: its form, the assistant's proposal where there is one, and saving it. */
export function useQuickTask(message: ChatMessage, thread: ChatThread, onClose: () => void) {
  const { api, notices, now, newID } = useServices()
  const me = useChatState((state) => state.me)
  const [form, setForm] = useState(() => startingForm(message, thread, me, now()))
  const [busy, setBusy] = useState<'saving' | 'suggesting' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  /** One key for this task, however often it is tried. */
  const key = useRef(newID())
  const features = useQuery({
    queryKey: ['chat-features'],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: ({ signal }) => api.call(chatFeatures, undefined, { quiet: true, signal }),
  })
  const hasPrefixes = (useQuery(taskConfigQuery(api)).data?.prefixes.length ?? 0) > 0
  const change = (patch: Partial<QuickTaskForm>) => {
    setForm((before) => ({ ...before, ...patch }))
    setProblem(null)
    key.current = newID()
  }
  const attempt = async (kind: 'saving' | 'suggesting', run: () => Promise<void>) => {
    setBusy(kind)
    setProblem(null)
    try {
      await run()
    } catch (error) {
      setProblem(reasonOf(error))
    }
    setBusy(null)
  }
  const draft = draftOf(form, message, thread)
  return {
    form,
    change,
    problem,
    busy: busy === 'saving',
    suggesting: busy === 'suggesting',
    hasAssistant: features.data?.assistant === true,
    isComplete: draft !== null,
    drop: onClose,
    suggest: () =>
      attempt('suggesting', async () => {
        const task = await api.call(messageTask, { message: message.message }, { quiet: true })
        change({
          subject: task.subject,
          description: task.description || form.description,
          priority: task.priority,
          hours: String(Math.max(REQUIRED_HOURS_MIN, task.requiredHours)),
          start: localTime(task.eventStart),
          due: localTime(task.dueDate),
        })
      }),
    save: async () => {
      if (draft === null || busy !== null) return
      // Only where prefixes are configured (spec 3 §5); whoever doesn't know yet is told by the server.
      if (hasPrefixes && Date.parse(draft.eventStart) > Date.parse(draft.dueDate))
        return setProblem(TASK_TEXT.dueBeforeStart)
      await attempt('saving', async () => {
        const options = { quiet: true, idempotencyKey: key.current }
        const { taskID } = await api.upload(addTask, draft, options)
        notices.show('success', TEXT.taskCreated(taskID))
        onClose()
      })
    },
  }
}
