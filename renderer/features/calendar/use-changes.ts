import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  addEvent,
  type CalendarEvent,
  changeEvent,
  deleteEvent,
  restoreEvent,
} from '#shared/contract/calendar.ts'
import type { RequestOf } from '#shared/contract/http-call.ts'
import { updateTask } from '#shared/contract/tasks.ts'
import type { SeriesScope } from '#shared/domain/calendar.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { localOf, zoneClock } from '#shared/domain/zone-time.ts'
import { useServices } from '../../services/context.tsx'
import { type ApiClient, reasonOf } from '../../services/http/api-client.ts'
import { CALENDAR_WORDS as WORDS } from './text.ts'
import { CALENDAR_KEY } from './use-calendar.ts'
import { type Span, spanOf, whenOf } from './when.ts'

type Set = RequestOf<typeof changeEvent>['set']

/** What was done last: words for everybody, said aloud, and how it is taken back. */
export interface Said {
  readonly words: string
  readonly undo: (() => Promise<unknown>) | null
}

/** Local times of moments by the clock that an event is kept by. */
function localSpan({ meta }: CalendarEvent, { start, end }: Span): { startLocal: string; endLocal: string } {
  const { wallClock } = zoneClock(meta.zone ?? LONDON)
  return { startLocal: localOf(wallClock(start)), endLocal: localOf(wallClock(end)) }
}

/** Gives a personal event other times or words. @returns how that is taken back */
async function changeOwn(api: ApiClient, event: CalendarEvent, scope: SeriesScope, set: Set) {
  const { id, meta } = event
  const version = meta.version ?? undefined
  const made = await api.call(changeEvent, { id, scope, version, set }, { quiet: true })
  const before = { ...localSpan(event, spanOf(event)), subject: event.subject, note: event.hover }
  const { endedRule } = made
  if (endedRule === null) {
    const rule = set.rule === undefined ? {} : { rule: meta.rule }
    return () => api.call(changeEvent, { id: made.id, scope, set: { ...before, ...rule } }, { quiet: true })
  }
  // The series that goes on is taken out, and the one before gets its end back.
  return async () => {
    await api.call(deleteEvent, { id: made.id, scope: 'ALL' }, { quiet: true })
    await giveBackEnd(api, event, endedRule)
  }
}

const giveBackEnd = (api: ApiClient, { meta }: CalendarEvent, rule: string) =>
  api.call(changeEvent, { id: `event:${meta.recordID}`, scope: 'ALL', set: { rule } }, { quiet: true })

async function deleteOwn(api: ApiClient, event: CalendarEvent, scope: SeriesScope) {
  const { id } = event
  const { endedRule } = await api.call(deleteEvent, { id, scope }, { quiet: true })
  return endedRule === null
    ? () => api.call(restoreEvent, { id, scope }, { quiet: true })
    : () => giveBackEnd(api, event, endedRule)
}

async function moveTask(api: ApiClient, { meta, ...event }: CalendarEvent, { start, end }: Span) {
  const put = (set: { eventStart: string; eventEnd: string }, version: number | null) =>
    api.call(
      updateTask,
      { taskID: meta.recordID, ...(version === null ? {} : { version }), set },
      { quiet: true },
    )
  const times = { eventStart: new Date(start).toISOString(), eventEnd: new Date(end).toISOString() }
  const made = await put(times, meta.version)
  return () => put({ eventStart: event.eventStart, eventEnd: event.eventEnd }, made.version)
}

/** What can be done with the calendar's events, one at a time; each is said and can be taken back. */
export function useChanges(zone: string) {
  const { api } = useServices()
  const queries = useQueryClient()
  const [said, setSaid] = useState<Said | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const act = async (words: string, work: () => Promise<Said['undo']>): Promise<boolean> => {
    setProblem(null)
    try {
      const undo = await work()
      setSaid({ words, undo })
      return true
    } catch (error) {
      setSaid(null)
      setProblem(reasonOf(error))
      return false
    } finally {
      await queries.invalidateQueries({ queryKey: [CALENDAR_KEY] })
    }
  }
  const timesOf = (event: CalendarEvent, { start, end }: Span): string =>
    whenOf(
      { ...event, eventStart: new Date(start).toISOString(), eventEnd: new Date(end).toISOString() },
      zone,
    )

  return {
    said,
    problem,
    add: (event: RequestOf<typeof addEvent>, when: string) =>
      act(WORDS.made(event.subject, when), async () => {
        const { id } = await api.call(addEvent, event, { quiet: true })
        return () => api.call(deleteEvent, { id, scope: 'ALL' }, { quiet: true })
      }),
    move: (event: CalendarEvent, to: Span, scope: SeriesScope) =>
      act(WORDS.moved(event.subject, timesOf(event, to)), () =>
        event.meta.kind === 'task'
          ? moveTask(api, event, to)
          : changeOwn(api, event, scope, localSpan(event, to)),
      ),
    edit: (event: CalendarEvent, set: Set, scope: SeriesScope, when: string) =>
      act(WORDS.moved(set.subject ?? event.subject, when), () => changeOwn(api, event, scope, set)),
    remove: (event: CalendarEvent, scope: SeriesScope) =>
      act(WORDS.deleted(event.subject), () => deleteOwn(api, event, scope)),
    undo: () => {
      const { undo } = said ?? {}
      return undo
        ? act(WORDS.undone, async () => {
            await undo()
            return null
          })
        : Promise.resolve(false)
    },
    say: (words: string) => setSaid({ words, undo: null }),
  }
}
export type Changes = ReturnType<typeof useChanges>
