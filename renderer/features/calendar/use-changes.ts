import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  addEvent,
  type CalendarEvent,
  changeEvent,
  deleteEvent,
  type loadEvents,
  restoreEvent,
  setReminder,
} from '#shared/contract/calendar.ts'
import type { RequestOf, ResponseOf } from '#shared/contract/http-call.ts'
import { updateMeeting } from '#shared/contract/meetings.ts'
import { updateTask } from '#shared/contract/tasks.ts'
import type { SeriesScope } from '#shared/domain/calendar.ts'
import { collisionsOf } from '#shared/domain/calendar-collisions.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { localOf, zoneClock } from '#shared/domain/zone-time.ts'
import { useServices } from '../../services/context.tsx'
import { type ApiClient, reasonOf } from '../../services/http/api-client.ts'
import { collisionWords, type GridItem } from './grid/items.ts'
import { CALENDAR_WORDS as WORDS } from './text.ts'
import { CALENDAR_KEY } from './use-calendar.ts'
import type { SaidOfSent, SentRequest } from './use-sent.ts'
import { type Span, spanOf, whenOf } from './when.ts'

type Set = RequestOf<typeof changeEvent>['set']

type EventsAnswer = ResponseOf<typeof loadEvents>

/** How something that was done is taken back. */
type Undo = () => Promise<unknown>

/** The server, and the versions that changes have made. */
interface Kept {
  readonly api: ApiClient
  readonly versions: Map<string, number>
}

/** The newest version that is known of an event's record. */
function versionOf({ versions }: Kept, { meta }: CalendarEvent): number | undefined {
  const made = versions.get(recordOf(meta))
  return meta.version === null ? undefined : Math.max(meta.version, made ?? 0)
}

const recordOf = ({ kind, recordID }: CalendarEvent['meta']): string => `${kind}:${recordID}`

/** Local times of moments by the clock that an event is kept by. */
function localSpan({ meta }: CalendarEvent, { start, end }: Span): { startLocal: string; endLocal: string } {
  const { wallClock } = zoneClock(meta.zone ?? LONDON)
  return { startLocal: localOf(wallClock(start)), endLocal: localOf(wallClock(end)) }
}

/** Gives a personal event other times or words. @returns how that is taken back */
async function changeOwn(kept: Kept, event: CalendarEvent, scope: SeriesScope, set: Set) {
  const { api, versions } = kept
  const { id, meta } = event
  const version = versionOf(kept, event)
  const made = await api.call(changeEvent, { id, scope, version, set }, { quiet: true })
  if (made.endedRule === null) versions.set(recordOf(meta), made.version)
  const before = { ...localSpan(event, spanOf(event)), subject: event.subject, note: event.hover }
  const { endedRule } = made
  if (endedRule === null) {
    const rule = set.rule === undefined ? {} : { rule: meta.rule }
    return () => api.call(changeEvent, { id: made.id, scope, set: { ...before, ...rule } }, { quiet: true })
  }
  // To undo it, the second series is removed, and the first gets its former end back.
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

async function moveTask(kept: Kept, event: CalendarEvent, { start, end }: Span) {
  const { api } = kept
  const put = (set: { eventStart: string; eventEnd: string }, version: number | undefined) =>
    api.call(
      updateTask,
      { taskID: event.meta.recordID, ...(version === undefined ? {} : { version }), set },
      { quiet: true },
    )
  const times = { eventStart: new Date(start).toISOString(), eventEnd: new Date(end).toISOString() }
  const made = await put(times, versionOf(kept, event))
  kept.versions.set(recordOf(event.meta), made.version)
  return () => put({ eventStart: event.eventStart, eventEnd: event.eventEnd }, made.version)
}

/** The meeting itself gets other times, under its own rules (spec 6 §1). */
async function moveMeeting(kept: Kept, event: CalendarEvent, { start, end }: Span) {
  const { api } = kept
  const meetingID = event.meta.recordID
  const put = (set: { start: string; end: string }, version: number | undefined) =>
    api.call(
      updateMeeting,
      { meetingID, ...(version === undefined ? {} : { version }), set },
      { quiet: true },
    )
  const times = { start: new Date(start).toISOString(), end: new Date(end).toISOString() }
  const made = await put(times, versionOf(kept, event))
  kept.versions.set(recordOf(event.meta), made.version)
  return () => put({ start: event.eventStart, end: event.eventEnd }, made.version)
}

const timesAt = ({ start, end }: Span) => ({
  eventStart: new Date(start).toISOString(),
  eventEnd: new Date(end).toISOString(),
})

/** How many changes can be taken back, the last first. */
const UNDO_MAX = 20

/** What can be done with the calendar's events, one after the other; each is said and can be taken back. */
export function useChanges(zone: string, items: readonly GridItem[]) {
  const { api } = useServices()
  const queries = useQueryClient()
  const [said, setSaid] = useState<SaidOfSent | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [undos, setUndos] = useState<readonly Undo[]>([])
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const waiting = useRef(0)
  /** Versions that the person's own changes made, which what is shown may not know yet. */
  const versions = useRef(new Map<string, number>())

  /** Where events are on their way to: keys come faster than what is shown. */
  const targets = useRef(new Map<string, Span>())

  const act = (words: string, work: () => Promise<Undo | null>, taken?: Undo): Promise<boolean> => {
    setProblem(null)
    waiting.current += 1
    const turn = queue.current.then(async () => {
      try {
        const undo = await work()
        setSaid({ words, sent: null })
        setUndos((all) => {
          const left = taken ? all.filter((one) => one !== taken) : all
          return undo ? [...left, undo].slice(-UNDO_MAX) : left
        })
        return true
      } catch (error) {
        setSaid(null)
        setProblem(reasonOf(error))
        return false
      } finally {
        waiting.current -= 1
        // Only after the last change is the calendar read again: in between events would jump back and forth.
        if (waiting.current === 0) {
          targets.current.clear()
          await queries.invalidateQueries({ queryKey: [CALENDAR_KEY] })
        }
      }
    })
    queue.current = turn
    return turn
  }

  /** Shows an event where it will be, before the server has said so. */
  const showAt = (event: CalendarEvent, { start, end }: Span): void => {
    const times = timesAt({ start, end })
    targets.current.set(event.id, { start, end })
    // What was asked before would put it back.
    void queries.cancelQueries({ queryKey: [CALENDAR_KEY, 'events'] })
    queries.setQueriesData<EventsAnswer>({ queryKey: [CALENDAR_KEY, 'events'] }, (known) =>
      known
        ? { ...known, events: known.events.map((one) => (one.id === event.id ? { ...one, ...times } : one)) }
        : known,
    )
  }
  const timesOf = (event: CalendarEvent, span: Span): string => whenOf({ ...event, ...timesAt(span) }, zone)
  const besides = (event: CalendarEvent, span: Span): string =>
    collisionWords(collisionsOf({ ...event, isAllDay: event.meta.isAllDay }, span, items))
  const kept = { api, versions: versions.current }

  return {
    said,
    problem,
    besides,
    mayUndo: undos.length > 0,
    /** The event where it is on its way to. */
    latest: (event: CalendarEvent): CalendarEvent => {
      const target = targets.current.get(event.id)
      return target ? { ...event, ...timesAt(target) } : event
    },
    add: (event: RequestOf<typeof addEvent>, when: string) =>
      act(WORDS.made(event.subject, when), async () => {
        const { id } = await api.call(addEvent, event, { quiet: true })
        return () => api.call(deleteEvent, { id, scope: 'ALL' }, { quiet: true })
      }),
    move: (event: CalendarEvent, to: Span, scope: SeriesScope) => {
      const words = [WORDS.moved(event.subject, timesOf(event, to)), besides(event, to)]
      showAt(event, to)
      return act(words.filter((part) => part !== '').join(' '), () =>
        event.meta.kind === 'task'
          ? moveTask(kept, event, to)
          : event.meta.kind === 'meeting'
            ? moveMeeting(kept, event, to)
            : changeOwn(kept, event, scope, localSpan(event, to)),
      )
    },
    edit: (event: CalendarEvent, set: Set, scope: SeriesScope, when: string) =>
      act(WORDS.moved(set.subject ?? event.subject, when), () => changeOwn(kept, event, scope, set)),
    /** Says when the person is told of it; undefined for as usual. */
    remind: (event: CalendarEvent, minutes: number | null | undefined) => {
      const { hasOwnReminder, reminder } = event.meta
      const put = (value: number | null | undefined) =>
        api.call(
          setReminder,
          { id: event.id, ...(value === undefined ? {} : { minutes: value }) },
          { quiet: true },
        )
      return act(WORDS.reminded(event.subject, minutes), async () => {
        await put(minutes)
        return () => put(hasOwnReminder ? reminder : undefined)
      })
    },
    remove: (event: CalendarEvent, scope: SeriesScope) =>
      act(WORDS.deleted(event.subject), () => deleteOwn(api, event, scope)),
    /** Something else that was done and can be taken back, as an import is. */
    done: (words: string, undo: Undo) => act(words, () => Promise.resolve(undo)),
    undo: () => {
      const last = undos.at(-1)
      return last
        ? act(
            WORDS.undone,
            async () => {
              await last()
              return null
            },
            last,
          )
        : Promise.resolve(false)
    },
    /** @param sent the request that was sent: what is decided on it goes in the words' place */
    say: (words: string, sent: SentRequest | null = null) => setSaid({ words, sent }),
  }
}
export type Changes = ReturnType<typeof useChanges>
