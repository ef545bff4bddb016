import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { searchUsers } from '#shared/contract/help.ts'
import { addTask, searchProjects } from '#shared/contract/tasks.ts'
import { OFFICE_PROJECT, quickTaskDefaults, TASK_SUBJECT_MAX } from '#shared/domain/tasks.ts'
import { useServices, useSession } from '../../../services/context.tsx'
import { reasonOf } from '../../../services/http/api-client.ts'
import { refreshTasks } from '../queries.ts'
import { ADD_TEXT } from '../text.ts'
import { type DateReader, readQuickLine, timesOfLine } from './quick-line.ts'

/** A project or a person that a line names, or that holds where it names none. */
export interface FoundPart {
  readonly state: 'default' | 'searching' | 'found' | 'missing'
  readonly id: number
  readonly name: string
  readonly isOneOfSeveral: boolean
}

interface Option {
  readonly id: number
  readonly name: string
}

function partOf(
  word: string | null,
  otherwise: Option | undefined,
  found: readonly Option[] | undefined,
): FoundPart {
  const one = { isOneOfSeveral: false }
  if (word === null) {
    const { id = 0, name = '' } = otherwise ?? {}
    return { ...one, state: 'default', id, name }
  }
  if (!found) return { ...one, state: 'searching', id: 0, name: word }
  const [first] = found
  if (!first) return { ...one, state: 'missing', id: 0, name: word }
  return { state: 'found', ...first, isOneOfSeveral: found.length > 1 }
}

/** The dates of the British reader: fetched once, when the first line is typed. */
function useDateReader(wanted: boolean): DateReader | null {
  const { data } = useQuery({
    queryKey: ['date-reader'],
    queryFn: async () => (await import('chrono-node/en')).GB as DateReader,
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
  return data ?? null
}

/** A line of plain words that becomes a task with the quick task's defaults (spec 3 §3). */
export function useQuickRow(parent?: number) {
  const { api, notices, now, newID } = useServices()
  const me = useSession((session) => session.user)
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const [wanted, setWanted] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const key = useRef(newID())
  const reader = useDateReader(wanted)
  const isEmpty = text.trim() === ''
  const line = reader && !isEmpty ? readQuickLine(text, reader, now()) : null
  const times = line ? timesOfLine(line, now()) : null
  const projectWord = line?.project ?? null
  const personWord = line?.person ?? null
  const findProjects = (searchTerm: string) => ({
    queryKey: ['task-projects', searchTerm],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.call(searchProjects, { searchTerm }, { quiet: true, signal }),
    staleTime: 60_000,
  })
  const office = useQuery({ ...findProjects(OFFICE_PROJECT), enabled: wanted })
  const projects = useQuery({ ...findProjects(projectWord ?? ''), enabled: projectWord !== null })
  const people = useQuery({
    queryKey: ['task-people', personWord],
    queryFn: async ({ signal }) => {
      const found = await api.call(
        searchUsers,
        { selectedIDs: [], searchTerm: (personWord ?? '').replaceAll('.', ' ') },
        { quiet: true, signal },
      )
      return found.map(({ userID, displayName }) => ({ id: userID, name: displayName }))
    },
    enabled: personWord !== null,
    staleTime: 60_000,
  })
  const project = partOf(
    projectWord,
    office.data?.find(({ name }) => name === OFFICE_PROJECT),
    projects.data,
  )
  const person = partOf(personWord, { id: me?.id ?? 0, name: ADD_TEXT.me }, people.data)
  const isReady = line !== null && line.subject !== '' && project.id > 0 && person.id > 0 && !busy
  const [isAsked, setAsked] = useState(false)

  async function add() {
    // It is added as soon as all of it is known.
    setAsked(!isReady && !busy)
    if (!isReady || !line || !times) return
    setBusy(true)
    setProblem(null)
    const defaults = quickTaskDefaults(now())
    const iso = (at: number) => new Date(at).toISOString()
    try {
      const { taskID } = await api.upload(
        addTask,
        {
          userID: person.id,
          projectID: project.id,
          subject: line.subject.slice(0, TASK_SUBJECT_MAX),
          description: defaults.description,
          eventStart: iso(times.eventStart),
          eventEnd: iso(times.eventEnd),
          dueDate: iso(times.dueDate),
          priority: line.priority ?? defaults.priority,
          storyPoint: (line.points ?? defaults.storyPoint) as typeof defaults.storyPoint,
          requiredHours: line.hours ?? defaults.requiredHours,
          ...(parent === undefined
            ? {}
            : { relationshipJSON: JSON.stringify({ type: 'CHILD', payload: { id: parent } }) }),
        },
        { quiet: true, idempotencyKey: key.current },
      )
      notices.show('success', ADD_TEXT.made(taskID))
      setText('')
      key.current = newID()
    } catch (error) {
      setProblem(reasonOf(error))
      return
    } finally {
      setBusy(false)
    }
    // The next line may be typed and added while the lists are read anew.
    await refreshTasks(queries)
  }
  useEffect(() => {
    if (isAsked && isReady) void add()
  })

  return {
    text,
    type(next: string) {
      setWanted(true)
      setText(next)
      setProblem(null)
      setAsked(false)
      key.current = newID()
    },
    prepare: () => setWanted(true),
    line,
    times,
    project,
    person,
    busy,
    problem,
    isReady,
    add,
  }
}
