import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { listTasks, searchProjects } from '#shared/contract/tasks.ts'
import {
  LINK_TYPES,
  REQUIRED_HOURS_MIN,
  STORY_POINTS,
  TASK_DESCRIPTION_MAX,
  TASK_PRIORITIES,
  TASK_SUBJECT_MAX,
  TESTING_STATUSES,
} from '#shared/domain/tasks.ts'
import { ticketLabel } from '#shared/domain/tickets.ts'
import { useServices } from '../../../services/context.tsx'
import { PersonSelect } from '../../../ui/PersonSelect.tsx'
import { Problem } from '../../../ui/Problem.tsx'
import { type RemoteOption, RemoteSelect } from '../../../ui/RemoteSelect.tsx'
import { ADD_TEXT, LINK_WORDS, testingLabel } from '../text.ts'
import styles from './AddTask.module.css'
import { TemplateFields } from './TemplateFields.tsx'
import { useAddTask } from './use-add-task.ts'

interface AddTaskFormProps {
  readonly layout: 'full' | 'quick'
  /** The task that the new one is part of. */
  readonly parent?: { readonly id: number; readonly name: string } | null
  readonly onDone: () => void
  /** Goes on with what is typed in the full layout. */
  readonly onFull?: () => void
}

type Add = ReturnType<typeof useAddTask>

/** Who may look for projects and tasks, for the selects of forms. */
export function useTaskSearches() {
  const { api } = useServices()
  return {
    projects: (searchTerm: string, signal: AbortSignal): Promise<RemoteOption[]> =>
      api.call(searchProjects, { searchTerm }, { quiet: true, signal }),
    tasks: async (searchTerm: string, signal: AbortSignal): Promise<RemoteOption[]> => {
      const { rows } = await api.call(
        listTasks,
        { view: 'ALL', searchTerm, pageSize: 10 },
        { quiet: true, signal },
      )
      return rows.map(({ id, taskName, projectName }) => ({ id, name: taskName, note: projectName }))
    },
  }
}

/** 'Add task' in its full and its quick layout (spec 3 §2, §3, §5). What is typed is kept until it is added. */
export function AddTaskForm({ layout, parent = null, onDone, onFull }: AddTaskFormProps) {
  const add = useAddTask(parent, onDone)
  return (
    <form
      noValidate
      aria-label={ADD_TEXT.add}
      onSubmit={(event) => {
        event.preventDefault()
        void add.save()
      }}
    >
      <div className={styles.fields} data-layout={layout}>
        <Words add={add} layout={layout} />
        <Place add={add} />
        <Times add={add} layout={layout} />
        {layout === 'full' ? <More add={add} /> : null}
      </div>
      <div className={styles.foot}>
        <Problem>{add.problem}</Problem>
        <div className={styles.buttons}>
          {onFull ? (
            <Button variant="subtle" onClick={onFull}>
              {ADD_TEXT.toFull}
            </Button>
          ) : null}
          <span className={styles.gap} role="status">
            {add.share === null ? '' : ADD_TEXT.uploading(add.share)}
          </span>
          <Button variant="default" onClick={add.drop}>
            {ADD_TEXT.cancel}
          </Button>
          <Button type="submit" loading={add.share !== null} disabled={!add.isReady}>
            {ADD_TEXT.save}
          </Button>
        </div>
      </div>
    </form>
  )
}

function Words({ add: { form, change, config }, layout }: { add: Add; layout: 'full' | 'quick' }) {
  const prefixes = config.prefixes.filter(
    ({ projectID }) => projectID === null || projectID === form.project?.id,
  )
  return (
    <>
      <div className={styles.subject}>
        {layout === 'full' && prefixes.length > 0 ? (
          <NativeSelect
            label={ADD_TEXT.prefix}
            value={form.prefixID}
            data={[
              { value: '', label: ADD_TEXT.noPrefix },
              ...prefixes.map(({ id, text }) => ({ value: String(id), label: text })),
            ]}
            onChange={(event) => change({ prefixID: event.currentTarget.value })}
          />
        ) : null}
        <TextInput
          data-autofocus
          required
          label={ADD_TEXT.subject}
          value={form.subject}
          maxLength={TASK_SUBJECT_MAX}
          onChange={(event) => change({ subject: event.currentTarget.value })}
        />
      </div>
      <Textarea
        className={styles.wide ?? ''}
        required
        autosize
        minRows={layout === 'full' ? 3 : 2}
        maxRows={10}
        label={ADD_TEXT.description}
        value={form.description}
        maxLength={TASK_DESCRIPTION_MAX}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
    </>
  )
}

function Place({ add: { form, change } }: { add: Add }) {
  const searches = useTaskSearches()
  return (
    <>
      <RemoteSelect
        label={ADD_TEXT.project}
        placeholder={ADD_TEXT.find}
        required
        value={form.project}
        onChange={(project) => change({ project, prefixID: '' })}
        search={searches.projects}
      />
      <PersonSelect
        label={ADD_TEXT.person}
        value={form.person}
        onChange={(person) => change({ person: person && { id: person.id, name: person.name } })}
      />
    </>
  )
}

function Times({ add: { form, change }, layout }: { add: Add; layout: 'full' | 'quick' }) {
  return (
    <>
      <TextInput
        type="datetime-local"
        label={ADD_TEXT.starts}
        value={form.start}
        onChange={(event) =>
          change({ start: event.currentTarget.value, end: later(form, event.currentTarget.value) })
        }
      />
      {layout === 'full' ? (
        <TextInput
          type="datetime-local"
          label={ADD_TEXT.ends}
          value={form.end}
          onChange={(event) => change({ end: event.currentTarget.value })}
        />
      ) : null}
      <TextInput
        type="datetime-local"
        label={ADD_TEXT.due}
        value={form.due}
        onChange={(event) => change({ due: event.currentTarget.value })}
      />
      <TextInput
        type="number"
        min={REQUIRED_HOURS_MIN}
        step={REQUIRED_HOURS_MIN}
        label={ADD_TEXT.hours}
        value={form.hours}
        onChange={(event) => change({ hours: event.currentTarget.value })}
      />
      <NativeSelect
        label={ADD_TEXT.effort}
        value={form.storyPoint}
        data={STORY_POINTS.map(({ points, label }) => ({ value: points, label: `${points} ${label}` }))}
        onChange={(event) => change({ storyPoint: event.currentTarget.value })}
      />
      <NativeSelect
        label={ADD_TEXT.priority}
        value={form.priority}
        data={TASK_PRIORITIES.map((value) => ({ value, label: ticketLabel(value) }))}
        onChange={(event) =>
          change({ priority: TASK_PRIORITIES.find((one) => one === event.currentTarget.value) ?? 'LOW' })
        }
      />
    </>
  )
}

/** The end moves along with the start. */
function later({ start, end }: Add['form'], next: string): string {
  const [was, ended, is] = [start, end, next].map((field) => Date.parse(`${field}Z`)) as [
    number,
    number,
    number,
  ]
  if ([was, ended, is].some(Number.isNaN)) return end
  return new Date(is + Math.max(0, ended - was)).toISOString().slice(0, 16)
}

const optional = (values: readonly string[]) => [
  { value: '', label: ADD_TEXT.none },
  ...values.map((value) => ({ value, label: value })),
]

/** What the full layout has besides. */
function More({ add }: { add: Add }) {
  const { form, change, config } = add
  const searches = useTaskSearches()
  return (
    <>
      <NativeSelect
        label={ADD_TEXT.status}
        value={form.status || (config.statuses[0]?.name ?? '')}
        data={config.statuses.map(({ name }) => name)}
        onChange={(event) => change({ status: event.currentTarget.value })}
      />
      <NativeSelect
        label={ADD_TEXT.testing}
        value={form.testingStatus}
        data={TESTING_STATUSES.map((value) => ({ value, label: testingLabel(value) }))}
        onChange={(event) =>
          change({
            testingStatus:
              TESTING_STATUSES.find((one) => one === event.currentTarget.value) ?? 'TESTING NOT REQUIRED',
          })
        }
      />
      <NativeSelect
        label={ADD_TEXT.sprint}
        value={form.sprint}
        data={optional(config.sprints)}
        onChange={(event) => change({ sprint: event.currentTarget.value })}
      />
      <NativeSelect
        label={ADD_TEXT.milestone}
        value={form.milestone}
        data={optional(config.milestones)}
        onChange={(event) => change({ milestone: event.currentTarget.value })}
      />
      <NativeSelect
        label={ADD_TEXT.relationship}
        value={form.linkType}
        data={[
          { value: '', label: ADD_TEXT.none },
          ...LINK_TYPES.map((value) => ({ value, label: LINK_WORDS[value] })),
        ]}
        onChange={(event) =>
          change({ linkType: LINK_TYPES.find((one) => one === event.currentTarget.value) ?? '' })
        }
      />
      <RemoteSelect
        label={ADD_TEXT.relatesTo}
        placeholder={ADD_TEXT.find}
        value={form.linkTask}
        disabled={form.linkType === ''}
        onChange={(task) => change({ linkTask: task && { id: task.id, name: task.name } })}
        search={searches.tasks}
      />
      {config.templates.length > 0 ? (
        <NativeSelect
          label={ADD_TEXT.template}
          value={String(form.template?.id ?? '')}
          data={[
            { value: '', label: ADD_TEXT.none },
            ...config.templates.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(event) => {
            const { value } = event.currentTarget
            add.chooseTemplate(config.templates.find(({ id }) => String(id) === value))
          }}
        />
      ) : null}
      {form.template ? (
        <TemplateFields
          template={form.template}
          onChange={(template) => change({ template })}
          onFile={add.setFieldFile}
          onRefused={add.refuse}
        />
      ) : null}
      <Files add={add} />
    </>
  )
}

function Files({ add: { files, addFiles, removeFile } }: { add: Add }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={styles.files}>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={ADD_TEXT.attach}
        onChange={(event) => {
          addFiles([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
      <Button
        variant="default"
        leftSection={<IconPaperclip size={16} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        {ADD_TEXT.attach}
      </Button>
      <ul aria-label={ADD_TEXT.files}>
        {files.map((file) => (
          <li key={`${file.name}${file.size}`}>
            {file.name}
            <button type="button" aria-label={ADD_TEXT.remove(file.name)} onClick={() => removeFile(file)}>
              <IconX size={14} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
