import { Buffer } from 'node:buffer'
import * as z from 'zod/mini'
import {
  SURVEY_KINDS,
  type SurveyKind,
  type SurveySettings,
  surveyToolSettings,
} from '#shared/contract/adaptors.ts'
import { IMPORT_RECORDS_MAX, type TakenRecords } from '#shared/contract/data-imports.ts'
import { OUTCOMES, type Outcome } from '#shared/domain/interviews.ts'
import type { Adaptors } from '../adaptors/adaptors.ts'
import { ServiceError } from '../adaptors/outside-services.ts'
import type { BackgroundService } from '../background-services/service.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { DataImportKind } from '../db/schema/fieldwork.ts'
import { DeliveryError, type OutgoingRules, outgoingFetch } from '../webhooks/outgoing.ts'
import { type ImportSender, type Portion, runImport } from './data-imports.ts'
import { readNamed } from './import-context.ts'
import { namesIn, wrong } from './read-record.ts'
import { sendPlans, waitingPlans } from './survey-plans.ts'
import { takeInterviews } from './take-interviews.ts'
import { takeCells, takeSamples, takeTargets } from './take-projects.ts'

/** What a survey tool is asked for, in an order in which what is named is known already. */
const ASKED = [
  { what: 'projects', kind: 'PROJECT_TARGETS' },
  { what: 'quota-cells', kind: 'QUOTA_CELLS' },
  { what: 'sample-status', kind: 'SAMPLE_STATUS' },
  { what: 'interview-records', kind: 'INTERVIEW_RECORDS' },
] as const satisfies readonly { what: string; kind: DataImportKind }[]
type Asked = (typeof ASKED)[number]

const PAGE = 250
/** So many pages of each are taken in a run; the next goes on from there. */
const PAGES_MAX = 40
const MINUTE_MS = 60_000
/** A run that began a moment early is that minute's. */
const EARLY_MS = 5000
/** So long a record waits for the meaning of its outcome. */
const UNMAPPED_MS = 30 * 24 * 60 * MINUTE_MS

const answered = z.object({
  records: z.array(z.unknown()),
  /** What is sent next time as `since`; absent where all is sent each time. */
  mark: z._default(z.string().check(z.maxLength(500)), ''),
  /** Whether there is more from that mark on. */
  more: z._default(z.boolean(), false),
})

interface Access {
  readonly settings: Pick<SurveySettings, 'address' | 'account'>
  readonly password: string
}

/**
 * Asks a survey tool for a page (docs/interviewing.md, 'From survey tools').
 * @throws ServiceError, DeliveryError
 */
export async function askSurveyTool(
  { settings: { address, account }, password }: Access,
  { what, since, limit }: { readonly what: string; readonly since: string; readonly limit: number },
  fetchOf: typeof fetch,
): Promise<z.output<typeof answered>> {
  const query = new URLSearchParams({ limit: String(limit), ...(since !== '' && { since }) })
  const answer = await fetchOf(`${address.replace(/\/$/, '')}/${what}?${query}`, {
    headers: { authorization: `Basic ${Buffer.from(`${account}:${password}`).toString('base64')}` },
  })
  if (answer.status === 401 || answer.status === 403)
    throw new ServiceError(`Answered ${answer.status}: the account or its password is not right.`)
  if (!answer.ok) throw new ServiceError(`Answered ${answer.status} to ${what}.`)
  const read = z.safeParse(answered, await answer.json().catch(() => null))
  if (!read.success) throw new ServiceError(`Its answer to ${what} was not understood.`)
  if (read.data.records.length > IMPORT_RECORDS_MAX)
    throw new ServiceError(`It answers with more than ${IMPORT_RECORDS_MAX} records at once.`)
  return read.data
}

const isOutcome = (text: string): text is Outcome => OUTCOMES.includes(text as Outcome)

/** What a tool's code means: by its mapping, or since it is an outcome's own word; null where nobody says. */
export function outcomeOf(code: string, { outcomes }: Pick<SurveySettings, 'outcomes'>): Outcome | null {
  const key = code.trim().toLowerCase()
  const mapped = outcomes.find((one) => one.code.toLowerCase() === key)
  if (mapped) return mapped.outcome
  const word = code.trim().toUpperCase()
  return isOutcome(word) ? word : null
}

type Sent = Readonly<Record<string, unknown>>
const codeOf = ({ outcome }: Sent) =>
  typeof outcome === 'string' || typeof outcome === 'number' ? String(outcome) : ''

interface Page {
  readonly asked: Asked
  readonly records: readonly unknown[]
  /** Written with what is taken, so that a crash neither loses a record nor takes one twice. */
  readonly keep: (trx: Database) => Promise<void>
}

export interface SurveySyncParts {
  readonly db: Database
  readonly clock: Clock
  readonly adaptors: Pick<Adaptors, 'enabled' | 'secret' | 'note'>
  readonly rules: OutgoingRules
  /** Told whose records changed. */
  readonly onPeople: (userIDs: ReadonlySet<number>) => void
}

const NOTHING: TakenRecords = { received: 0, created: 0, updated: 0, unchanged: 0, refused: [] }

/** Takes from survey tools what is new since the last time (spec 5 §5.3, spec 4 §3.3 'Adaptors'). */
export class SurveySync {
  readonly #parts: SurveySyncParts

  constructor(parts: SurveySyncParts) {
    this.#parts = parts
  }

  /** Asks those that are due. @returns what each came to, in words */
  async run(signal: AbortSignal): Promise<string[]> {
    const said: string[] = []
    for (const kind of SURVEY_KINDS) {
      if (signal.aborted) break
      const words = await this.#runOne(kind, signal)
      if (words !== null) said.push(words)
    }
    return said
  }

  async isOff(): Promise<boolean> {
    for (const kind of SURVEY_KINDS) if (await this.#parts.adaptors.enabled(kind)) return false
    return true
  }

  async #runOne(kind: SurveyKind, signal: AbortSignal): Promise<string | null> {
    const { db, clock, adaptors, rules } = this.#parts
    const row = await adaptors.enabled(kind)
    const password = row && (await adaptors.secret(row.id, 'password'))
    if (!row || !password) return null
    const settings = surveyToolSettings.parse(JSON.parse(row.settings))
    const startedAt = clock()
    const last = Math.max(row.lastSuccessAt ?? 0, row.lastErrorAt ?? 0)
    // Whose plan was published is sent at once, and all else asked for with it.
    const isAwaited = settings.takesAllocations && (await waitingPlans(db, row.id)).length > 0
    if (!isAwaited && startedAt - last < settings.everyMinutes * MINUTE_MS - EARLY_MS) return null
    const sender: ImportSender = {
      ...{ userID: null, displayName: row.name, kind: 'ADAPTOR', sessionID: `adaptor ${row.id}` },
    }
    const one = { adaptorID: row.id, kind, settings, sender }
    const sums = { taken: 0, refused: 0, waiting: 0, plans: 0 }
    try {
      await this.#takeWaiting(one, sums)
      for (const asked of ASKED) {
        for (let page = 0; page < PAGES_MAX && !signal.aborted; page += 1) {
          const since = await this.#mark(row.id, asked.what)
          const answer = await askSurveyTool(
            { settings, password },
            { what: asked.what, since, limit: PAGE },
            outgoingFetch(rules),
          )
          const at = clock()
          const mark = answer.mark === '' ? since : answer.mark
          const keep = (trx: Database) => keepMark(trx, { adaptorID: row.id, what: asked.what, mark, at })
          await this.#take(one, { asked, records: answer.records, keep }, sums)
          if (!answer.more || mark === since) break
        }
      }
      if (settings.takesAllocations)
        sums.plans = await sendPlans(
          db,
          { adaptorID: row.id, now: clock() },
          { settings, password },
          outgoingFetch(rules),
        )
      await db
        .deleteFrom('surveyUnmapped')
        .where('at', '<', clock() - UNMAPPED_MS)
        .execute()
      const words = wordsFor(sums)
      await adaptors.note(row.id, { startedAt, what: 'Asked through', answer: words, fault: null })
      return `${row.name}: ${words}`
    } catch (error) {
      if (!(error instanceof ServiceError || error instanceof DeliveryError)) throw error
      const fault = { isWayBlocked: true }
      await adaptors.note(row.id, { startedAt, what: 'It could not be asked', answer: error.message, fault })
      return `${row.name}: ${error.message}`
    }
  }

  async #mark(adaptorID: number, what: string): Promise<string> {
    const row = await this.#parts.db
      .selectFrom('surveyMarks')
      .where('adaptorID', '=', adaptorID)
      .where('what', '=', what)
      .select('mark')
      .executeTakeFirst()
    return row?.mark ?? ''
  }

  /** What waited for a meaning that somebody has said by now. */
  async #takeWaiting(one: Source, sums: Sums): Promise<void> {
    const rows = await this.#parts.db
      .selectFrom('surveyUnmapped')
      .where('adaptorID', '=', one.adaptorID)
      .orderBy('id')
      .select(['id', 'code', 'record'])
      .execute()
    const ready = rows.filter(({ code }) => outcomeOf(code, one.settings) !== null)
    for (let first = 0; first < ready.length; first += PAGE) {
      const part = ready.slice(first, first + PAGE)
      const ids = part.map(({ id }) => id)
      const asked = ASKED[3]
      const records = part.map(({ record }) => JSON.parse(record) as unknown)
      const keep = async (trx: Database) => {
        await trx.deleteFrom('surveyUnmapped').where('id', 'in', ids).execute()
      }
      await this.#take(one, { asked, records, keep }, sums)
    }
  }

  async #take(one: Source, page: Page, sums: Sums): Promise<void> {
    const { records, waiting } =
      page.asked.kind === 'INTERVIEW_RECORDS'
        ? readOutcomes(page.records, one)
        : { records: page.records, waiting: [] }
    const keepAll = async (trx: Database) => {
      await this.#keepWaiting(trx, one, waiting)
      await page.keep(trx)
    }
    const taken = await this.#import(one, { ...page, records, keep: keepAll })
    sums.taken += taken.created + taken.updated
    sums.refused += taken.refused.length
    sums.waiting += waiting.length
  }

  async #import({ sender }: Source, { asked, records, keep }: Page): Promise<TakenRecords> {
    const { db, clock, onPeople } = this.#parts
    if (records.length === 0) {
      await db.transaction().execute(keep)
      return NOTHING
    }
    const at = clock()
    const people = new Set<number>()
    const begin = (trx: Database, part: readonly unknown[], importID: number): Promise<Portion> => {
      if (asked.kind === 'PROJECT_TARGETS') return takeTargets(trx, part, at)
      if (asked.kind === 'QUOTA_CELLS') return takeCells(trx, part)
      if (asked.kind === 'SAMPLE_STATUS') return takeSamples(trx, part)
      const onPerson = (id: number) => void people.add(id)
      return takeInterviews(trx, part, { source: 'ADAPTOR', importID, now: at, onPerson })
    }
    let left = records.length
    const taken = await runImport(db, {
      ...{ kind: asked.kind, source: 'ADAPTOR', records, caller: sender, at, isKeptUnchanged: false },
      begin: async (trx, part, importID) => {
        left -= part.length
        const portion = await begin(trx, part, importID)
        const isLast = left === 0
        return {
          changes: portion.changes,
          take: (record, own) => {
            if (asked.kind === 'INTERVIEW_RECORDS' && callIDOf(record as Sent) === '')
              throw wrong('sourceCallID', 'data.needed')
            return portion.take(record, own)
          },
          finish: async (own) => {
            await portion.finish(own)
            if (isLast) await keep(own)
          },
        }
      },
    })
    onPeople(people)
    return taken
  }

  /** Keeps what has no meaning yet; what counted of the same call before counts no more. */
  async #keepWaiting(trx: Database, { adaptorID }: Source, waiting: readonly Sent[]): Promise<void> {
    if (waiting.length === 0) return
    const at = this.#parts.clock()
    const names = waiting.map(namesIn)
    const { people } = await readNamed(trx, {
      codes: [],
      people: names.map(({ interviewer }) => interviewer),
    })
    for (const [place, record] of waiting.entries()) {
      const sourceCallID = callIDOf(record)
      if (sourceCallID === '') continue
      const code = codeOf(record).slice(0, 60)
      const userID = people.get((names[place]?.interviewer ?? '').trim().toLowerCase())?.id ?? null
      const values = { code, record: JSON.stringify(record), at, userID }
      await trx
        .insertInto('surveyUnmapped')
        .values({ adaptorID, sourceCallID, ...values })
        .onConflict((conflict) => conflict.columns(['adaptorID', 'sourceCallID']).doUpdateSet(values))
        .execute()
      await trx
        .updateTable('interviewRecords')
        .set({ isVoid: 1, voidReason: 'The meaning of its outcome is not known.' })
        .where('source', '=', 'ADAPTOR')
        .where('sourceCallID', '=', sourceCallID)
        .execute()
    }
  }
}

interface Source {
  readonly adaptorID: number
  readonly kind: SurveyKind
  readonly settings: SurveySettings
  readonly sender: ImportSender
}

interface Sums {
  taken: number
  refused: number
  waiting: number
  /** People whose plans were sent. */
  plans: number
}

const callIDOf = ({ sourceCallID }: Sent) => (typeof sourceCallID === 'string' ? sourceCallID.trim() : '')

/** Records with their outcomes in the product's words, and those whose outcome nobody said the meaning of. */
function readOutcomes(records: readonly unknown[], { kind, settings }: Source) {
  const read: Sent[] = []
  const waiting: Sent[] = []
  for (const record of records) {
    const sent = (typeof record === 'object' && record !== null ? record : {}) as Sent
    const callID = callIDOf(sent)
    // Two tools may number their calls alike.
    const isNamed = callID === '' || callID.startsWith(`${kind}:`)
    const own: Sent = isNamed ? sent : { ...sent, sourceCallID: `${kind}:${callID}` }
    const outcome = outcomeOf(codeOf(sent), settings)
    if (outcome === null && callID !== '') waiting.push(own)
    else read.push(outcome === null ? own : { ...own, outcome })
  }
  return { records: read, waiting }
}

async function keepMark(
  trx: Database,
  { adaptorID, what, mark, at }: { adaptorID: number; what: string; mark: string; at: number },
): Promise<void> {
  await trx
    .insertInto('surveyMarks')
    .values({ adaptorID, what, mark, at })
    .onConflict((conflict) => conflict.columns(['adaptorID', 'what']).doUpdateSet({ mark, at }))
    .execute()
}

/** How a run went; no project, person or respondent is named. */
function wordsFor({ taken, refused, waiting, plans }: Sums): string {
  const words = [`${taken} taken`]
  if (refused > 0) words.push(`${refused} refused`)
  if (waiting > 0) words.push(`${waiting} without a known outcome`)
  if (plans > 0) words.push(`plans of ${plans} sent`)
  return `${words.join(', ')}.`
}

/** Asks survey tools through, each as often as it is set. */
export function surveySyncService(sync: SurveySync): BackgroundService {
  return {
    key: 'SURVEY_TOOL_SYNC',
    name: 'Survey-tool sync',
    what: 'Takes projects, quota cells, sample status and interview records from survey tools, and sends published allocations.',
    schedule: { every: 1 },
    isOff: () => sync.isOff(),
    async run({ signal, log }) {
      for (const words of await sync.run(signal)) log(words)
    },
  }
}
