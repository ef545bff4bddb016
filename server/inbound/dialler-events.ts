import * as z from 'zod/mini'
import { diallerSettings } from '#shared/contract/adaptors.ts'
import type { TakenRecords } from '#shared/contract/data-imports.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { type ImportSender, runImport } from '../interviews/data-imports.ts'
import { outcomeOf } from '../interviews/survey-sync.ts'
import { takeInterviews } from '../interviews/take-interviews.ts'
import { takeStatuses } from '../interviews/take-statuses.ts'
import type { LiveShell } from '../shell/live-shell.ts'

/** Events in one delivery. */
const EVENTS_MAX = 1000

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))
const moment = z.iso.datetime({ offset: true })
const callID = z.string().check(z.trim(), z.minLength(1), z.maxLength(150))
const call = { callID, project: name, start: moment, end: moment }
const code = z.union([z.string(), z.number()])

/** What a dialler tells (docs/interviewing.md, 'From the dialler'). */
const diallerEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('agent.state'),
    agent: name,
    state: name,
    at: moment,
    project: z.optional(z.nullable(name)),
  }),
  z.object({
    type: z.literal('call.started'),
    agent: name,
    project: z.optional(z.nullable(name)),
    at: moment,
  }),
  z.object({
    type: z.literal('call.ended'),
    agent: name,
    ...call,
    /** Left out where the survey tool says it. */
    outcome: z.optional(z.nullable(code)),
    quotaCell: z.optional(z.unknown()),
    attempt: z.optional(z.unknown()),
    appointmentTime: z.optional(z.unknown()),
    respondentRef: z.optional(z.unknown()),
  }),
  z.object({ type: z.literal('call.abandoned'), ...call }),
])
type DiallerEvent = z.output<typeof diallerEvent>
const delivery = z.object({ events: z.array(z.unknown()).check(z.maxLength(EVENTS_MAX)) })

interface DiallerParts {
  readonly db: Database
  readonly clock: Clock
  readonly shell: Pick<LiveShell, 'main' | 'dayChanged' | 'callEnded'>
}

interface DiallerRow {
  readonly id: number
  readonly name: string
  readonly settings: string
}

function eventsIn(text: string): readonly unknown[] | null {
  try {
    const read = z.safeParse(delivery, JSON.parse(text))
    return read.success ? read.data.events : null
  } catch {
    return null
  }
}

const when = (event: DiallerEvent) =>
  Date.parse(event.type === 'agent.state' || event.type === 'call.started' ? event.at : event.end)

const sentence = (taken: number, unchanged: number, refused: readonly string[]) =>
  [
    `${taken} taken, ${unchanged} known already, ${refused.length} refused.`,
    ...[...new Set(refused)].slice(0, 3),
  ].join(' ')

/**
 * Takes what the dialler tells: what people do there, the start and end of calls, and calls that nobody took. They
 * become the dialler's statuses and interview records, by the rules of imports (spec 5 §5.3, spec 4 §3.3). The same
 * delivery again changes nothing.
 *
 * @returns what it came to, without anything personal; and whether it was understood at all
 */
export async function takeDiallerEvents(
  { db, clock, shell }: DiallerParts,
  row: DiallerRow,
  text: string,
): Promise<{ readonly words: string; readonly isUnderstood: boolean }> {
  const sent = eventsIn(text)
  if (sent === null) return { words: 'It was not understood.', isUnderstood: false }
  const settings = diallerSettings.parse(JSON.parse(row.settings))
  const people = new Map(settings.agents.map(({ agent, userName }) => [agent.toLowerCase(), userName]))
  const personOf = (agent: string) => people.get(agent.toLowerCase()) ?? agent
  const read = sent.map((one) => z.safeParse(diallerEvent, one))
  const refused = read.filter(({ success }) => !success).map(() => 'An event was not understood.')
  const events = read
    .flatMap(({ success, data }) => (success ? [data] : []))
    .sort((a, b) => when(a) - when(b))

  const statuses = events.flatMap((event) => {
    if (event.type === 'call.abandoned') return []
    const base = { interviewer: personOf(event.agent), project: event.project ?? null }
    if (event.type === 'agent.state') return [{ ...base, status: event.state, at: event.at }]
    return event.type === 'call.started'
      ? [{ ...base, status: 'ON_CALL', at: event.at }]
      : [{ ...base, status: 'WRAP_UP', at: event.end }]
  })
  const records = events.flatMap((event) => {
    if (event.type !== 'call.ended' && event.type !== 'call.abandoned') return []
    const { callID: id, project, start, end } = event
    // A survey tool's ids are its own: the same number there is another call.
    const base = { sourceCallID: `dialler ${id}`, project, start, end }
    if (event.type === 'call.abandoned') return [{ ...base, outcome: 'ABANDONED' }]
    const { agent, outcome, quotaCell, attempt, appointmentTime, respondentRef } = event
    if (outcome === undefined || outcome === null) return []
    const said = String(outcome)
    return [
      {
        ...{ ...base, interviewer: personOf(agent), outcome: outcomeOf(said, settings) ?? said },
        ...{ quotaCell, attempt, appointmentTime, respondentRef },
      },
    ]
  })

  const at = clock()
  const caller: ImportSender = {
    ...{ userID: null, displayName: row.name, kind: 'ADAPTOR', sessionID: `adaptor ${row.id}` },
  }
  const [busy, ended, counted] = [new Set<number>(), new Set<number>(), new Set<number>()]
  const run = { source: 'ADAPTOR', caller, at, isKeptUnchanged: false } as const
  const answers: TakenRecords[] = []
  if (statuses.length > 0)
    answers.push(
      await runImport(db, {
        ...{ ...run, kind: 'DIALLER_STATUS', records: statuses },
        begin: (trx, part) =>
          takeStatuses(trx, part, {
            now: at,
            onChange: (id) => void busy.add(id),
            onCallEnd: (id) => void ended.add(id),
          }),
      }),
    )
  if (records.length > 0)
    answers.push(
      await runImport(db, {
        ...{ ...run, kind: 'INTERVIEW_RECORDS', records },
        begin: (trx, part, importID) =>
          takeInterviews(trx, part, {
            ...{ source: 'ADAPTOR', importID, now: at },
            onPerson: (id) => void counted.add(id),
          }),
      }),
    )
  for (const userID of ended) await shell.callEnded(userID)
  for (const userID of counted)
    shell.main.toUser(userID, 'workingDayChange', [{ entity: 'INTERVIEW_RECORD', ids: [] }])
  shell.dayChanged(new Set([...busy, ...counted]))
  const sum = (of: (answer: TakenRecords) => number) => answers.reduce((all, one) => all + of(one), 0)
  // Names of agents are personal: of a record that is refused the field is said.
  refused.push(...answers.flatMap((one) => one.refused.map(({ field }) => `Refused for its ${field}.`)))
  return {
    words: sentence(
      sum(({ created, updated }) => created + updated),
      sum(({ unchanged }) => unchanged),
      refused,
    ),
    isUnderstood: true,
  }
}
