import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { addTask } from '#shared/contract/tasks.ts'
import { DEPLOYMENT_DEFAULTS } from '#shared/domain/settings.ts'
import { useServices, useSession } from '../../../services/context.tsx'
import { reasonOf } from '../../../services/http/api-client.ts'
import { configQuery, refreshTasks } from '../queries.ts'
import { ADD_TEXT } from '../text.ts'
import {
  filesWith,
  isComplete,
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
    const { [userName]: _old, ...others } = storage.get('taskDrafts') ?? {}
    storage.set('taskDrafts', form === null ? others : { ...others, [userName]: form })
  }
  const [form, setForm] = useState(() => {
    const kept = taskForm.safeParse(storage.get('taskDrafts')?.[userName])
    return kept.success && parent === null ? kept.data : start()
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

/** A new task: its form, its files, and adding it once. */
export function useAddTask(parent: TaskForm['linkTask'], onDone: () => void) {
  const { api, notices, newID } = useServices()
  const queries = useQueryClient()
  const config = useQuery(configQuery(api)).data ?? DEPLOYMENT_DEFAULTS.taskConfig
  const { form, set, clear } = useKeptForm(parent)
  const [files, setFiles] = useState<readonly File[]>([])
  /** Files of a template's fields, by the field's name. */
  const [fieldFiles, setFieldFiles] = useState<ReadonlyMap<string, File>>(new Map())
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
    setFieldFile(name: string, file: File | null) {
      const next = new Map(fieldFiles)
      if (file) next.set(name, file)
      else next.delete(name)
      setFieldFiles(next)
      changed()
    },
    refuse: setProblem,
    addFiles(chosen: readonly File[]) {
      const next = filesWith(files, chosen)
      setFiles(next.files)
      changed()
      setProblem(next.problem)
    },
    removeFile: (file: File) => setFiles(files.filter((one) => one !== file)),
    drop() {
      clear()
      setFiles([])
      setFieldFiles(new Map())
      onDone()
    },
    async save() {
      if (!isComplete(form) || isSaving) return
      const wrong = problemOf(form, config)
      if (wrong !== null) return setProblem(wrong)
      setShare(0)
      setProblem(null)
      try {
        const { taskID } = await api.upload(addTask, requestOf(form, [...files, ...fieldFiles.values()]), {
          quiet: true,
          idempotencyKey: key.current,
          onProgress: setShare,
        })
        notices.show('success', ADD_TEXT.made(taskID))
        clear()
        setFiles([])
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
