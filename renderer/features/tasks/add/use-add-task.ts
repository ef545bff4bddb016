import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { TaskTemplate } from '#shared/contract/settings-entities.ts'
import type { FilledTemplate } from '#shared/contract/task-entities.ts'
import { addTask } from '#shared/contract/tasks.ts'
import { DEPLOYMENT_DEFAULTS } from '#shared/domain/settings.ts'
import { emptyTemplate, fieldKind } from '#shared/domain/task-templates.ts'
import { TASK_FILES_MAX } from '#shared/domain/tasks.ts'
import { useServices, useSession } from '../../../services/context.tsx'
import { reasonOf } from '../../../services/http/api-client.ts'
import { taskConfigQuery } from '../../../services/http/task-config.ts'
import { refreshTasks } from '../queries.ts'
import { ADD_TEXT } from '../text.ts'
import {
  filesWith,
  isComplete,
  PROBLEMS,
  problemOf,
  requestOf,
  startingForm,
  type TaskForm,
  taskForm,
} from './task-form.ts'

/** What was typed and not added outlives its form, a reload and a crash; files don't. */
function useKeptForm(parent: TaskForm['linkTask']) {
  const { storage, now } = useServices()
  const me = useSession((session) => session.user)
  const userName = me?.userName ?? ''
  const start = (): TaskForm => {
    const form = startingForm({ id: me?.id ?? 0, name: me?.displayName ?? '' }, now())
    return parent === null ? form : { ...form, linkType: 'CHILD', linkTask: parent }
  }
  const keep = (form: TaskForm | null) => {
    const { [userName]: _old, ...others } = storage.get('formDrafts') ?? {}
    storage.set('formDrafts', form === null ? others : { ...others, [userName]: form })
  }
  const [form, setForm] = useState(() => {
    const kept = taskForm.safeParse(storage.get('formDrafts')?.[userName])
    return kept.success && parent === null ? withoutFiles(kept.data) : start()
  })
  return {
    form,
    set: (next: TaskForm) => {
      setForm(next)
      if (parent === null) keep(next)
    },
    clear: () => {
      setForm(start())
      if (parent === null) keep(null)
    },
  }
}

/** A draft from before a reload: the files of its template's fields are gone and have to be chosen again. */
function withoutFiles(form: TaskForm): TaskForm {
  if (!form.template) return form
  const sections = form.template.sections.map((section) => ({
    ...section,
    metaDataFields: section.metaDataFields.map((field) =>
      fieldKind(field) === 'FILE' ? { ...field, userValue: null } : field,
    ),
  }))
  return { ...form, template: { ...form.template, sections } }
}

/** What was filled into each template, so that looking at another one loses nothing. */
function useTemplates(form: TaskForm) {
  const filled = useRef(new Map<number, FilledTemplate>())
  /** Files of the fields of templates, by the template and the field's place in it. */
  const [files, setFiles] = useState<ReadonlyMap<string, File>>(new Map())
  const own = `${form.template?.id ?? ''}:`
  return {
    choose(template: TaskTemplate | undefined): FilledTemplate | null {
      const { template: before } = form
      if (before?.id !== undefined) filled.current.set(before.id, before)
      return template ? (filled.current.get(template.id) ?? emptyTemplate(template)) : null
    },
    setFile(place: string, file: File | null) {
      const next = new Map(files)
      if (file) next.set(own + place, file)
      else next.delete(own + place)
      setFiles(next)
    },
    /** Those of the template that is chosen. */
    files: [...files].filter(([place]) => place.startsWith(own)).map(([, file]) => file),
    clear() {
      filled.current.clear()
      setFiles(new Map())
    },
  }
}

/** A new task: its form, its files, and adding it once. */
export function useAddTask(parent: TaskForm['linkTask'], onDone: () => void) {
  const { api, notices, newID } = useServices()
  const queries = useQueryClient()
  const config = useQuery(taskConfigQuery(api)).data ?? DEPLOYMENT_DEFAULTS.taskConfig
  const { form, set, clear } = useKeptForm(parent)
  const [files, setFiles] = useState<readonly File[]>([])
  const templates = useTemplates(form)
  const [problem, setProblem] = useState<string | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const key = useRef(newID())
  const isSaving = share !== null
  const changed = () => {
    setProblem(null)
    key.current = newID()
  }
  return {
    config,
    form,
    files,
    problem,
    share,
    isReady: isComplete(form) && !isSaving,
    change(patch: Partial<TaskForm>) {
      set({ ...form, ...patch })
      changed()
    },
    chooseTemplate(template: TaskTemplate | undefined) {
      set({ ...form, template: templates.choose(template) })
      changed()
    },
    setFieldFile(place: string, file: File | null) {
      templates.setFile(place, file)
      changed()
    },
    refuse: setProblem,
    addFiles(chosen: readonly File[]) {
      const next = filesWith(files, chosen)
      setFiles(next.files)
      changed()
      setProblem(next.problem)
    },
    removeFile(file: File) {
      setFiles(files.filter((one) => one !== file))
      changed()
    },
    drop() {
      clear()
      setFiles([])
      templates.clear()
      onDone()
    },
    async save() {
      if (!isComplete(form) || isSaving) return
      const wrong = problemOf(form, config)
      if (wrong !== null) return setProblem(wrong)
      const all = [...files, ...templates.files]
      if (all.length > TASK_FILES_MAX) return setProblem(PROBLEMS.tooManyFiles)
      setShare(0)
      setProblem(null)
      try {
        const { taskID } = await api.upload(addTask, requestOf(form, all), {
          quiet: true,
          idempotencyKey: key.current,
          onProgress: setShare,
        })
        notices.show('success', ADD_TEXT.made(taskID))
        clear()
        setFiles([])
        templates.clear()
        await refreshTasks(queries)
        setShare(null)
        onDone()
      } catch (error) {
        setShare(null)
        setProblem(reasonOf(error))
      }
    },
  }
}
