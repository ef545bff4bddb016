import type * as z from 'zod/mini'
import type { moveApplicant } from '#shared/contract/applicants.ts'
import { APPLICANT_STAGES, isOver, stageFault } from '#shared/domain/applicants.ts'
import { type ApplicantValues, applicantRecord } from '#shared/records/recruitment/applicant.ts'
import type { Background } from '../background.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { holdTurn } from '../db/hold-turn.ts'
import { withinUnit } from '../db/unit-of-work.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { audit, auditRead, type Change, changesBetween } from '../records/audit.ts'
import { changeSeen } from '../records/change.ts'
import { listRecords, recordSource } from '../records/list.ts'
import { type FieldFault, Refusal, refuseFaults } from '../refusal.ts'
import { applicantImportHandlers } from './applicant-import-handlers.ts'
import { ApplicantImports } from './applicant-imports.ts'
import { applicantFault, columnsOfApplicant, inForm, newApplicant, workerWith } from './applicant-rules.ts'
import { applicantSource } from './applicant-source.ts'
import { Hiring, type HiringParts } from './hiring.ts'

type Applicant = z.output<typeof applicantRecord.row>
type Move = z.output<(typeof moveApplicant)['request']>

const { page, name: recordType, words } = applicantRecord
const FORM = [
  ...(['name', 'email', 'mobile', 'address', 'source', 'agencyID', 'languages', 'skills'] as const),
  ...(['availability', 'workLocation', 'notes', 'hasConsent'] as const),
] as const

const valuesIn = (applicant: Applicant): ApplicantValues =>
  Object.fromEntries(FORM.map((field) => [field, applicant[field]])) as ApplicantValues

interface ApplicantServices extends HiringParts {
  readonly db: Database
  readonly clock: Clock
  readonly background: Pick<Background, 'run'>
}

/** Who applies for work: Recruitment › Users, Applicants (spec 6 §3, §3.4). */
export function applicantsHandlers(services: ApplicantServices): AreaHandlers<'applicants'> {
  const { db, clock, background } = services
  const hiring = new Hiring(services)
  const imports = new ApplicantImports({ db, clock, background })

  /** @throws Refusal 404 where there is none, or they became a part of another */
  async function read(id: number): Promise<Applicant> {
    const row = await applicantSource(db, clock()).where('a.id', '=', id).executeTakeFirst()
    if (!row) throw new Refusal(404, 'record.gone', { one: words.one })
    const { consentAt, ...rest } = row
    return {
      ...rest,
      ...{ languages: inForm(row.languages), skills: inForm(row.skills), isDouble: row.isDouble === 1 },
      hasConsent: consentAt !== null,
      createdAt: new Date(row.createdAt).toISOString(),
    }
  }

  const told = (
    caller: Caller,
    action: string,
    { id, name }: Pick<Applicant, 'id' | 'name'>,
    changes: readonly Change[] = [],
    reason = '',
  ) =>
    audit(db, caller, clock(), {
      ...{ action: `APPLICANT_${action}`, page, recordType, recordID: id, label: name, changes, reason },
    })

  /** @throws Refusal 400 for what doesn't go together, 409 for the address of who works here */
  async function requireGood(values: ApplicantValues): Promise<void> {
    const faults: FieldFault[] = []
    if (!values.hasConsent)
      faults.push({ field: 'hasConsent', refusal: new Refusal(400, 'applicant.noConsent') })
    const fault = applicantFault(values)
    if (fault) faults.push(fault)
    if (values.agencyID !== null) {
      const agency = await db
        .selectFrom('agencies')
        .where('id', '=', values.agencyID)
        .where('status', '=', 'ACTIVE')
        .select('id')
        .executeTakeFirst()
      if (!agency) faults.push({ field: 'agencyID', refusal: new Refusal(400, 'person.agencyGone') })
    }
    const worker = await workerWith(db, values.email)
    if (worker !== null)
      faults.push({ field: 'email', refusal: new Refusal(409, 'person.emailTaken', { name: worker }) })
    refuseFaults(faults)
  }

  async function make(values: ApplicantValues, caller: Caller): Promise<Applicant> {
    await requireGood(values)
    const { id } = await db
      .insertInto('applicants')
      .values({ ...newApplicant(values, clock(), caller.userID), ownerID: caller.userID })
      .returning('id')
      .executeTakeFirstOrThrow()
    await told(caller, 'ADDED', { id, name: values.name }, changesBetween({}, { stage: 'NEW', ...values }))
    return read(id)
  }

  async function change(
    seen: { readonly id: number; readonly version: number },
    values: ApplicantValues,
    caller: Caller,
  ): Promise<Applicant> {
    const before = valuesIn(await read(seen.id))
    await requireGood(values)
    await changeSeen(db, 'applicants', words.one, seen, columnsOfApplicant(values), { caller, at: clock() })
    await told(caller, 'CHANGED', { ...seen, name: values.name }, changesBetween(before, values))
    return read(seen.id)
  }

  async function move({ stage, reason, mayApplyFrom, ...seen }: Move, caller: Caller): Promise<Applicant> {
    const before = await read(seen.id)
    // No test is kept here yet.
    const facts = { test: null, override: reason, ...(await hiring.facts(seen.id)) }
    const fault = stageFault(before.stage, stage, facts)
    if (fault !== null) throw new Refusal(400, fault)
    if (isOver(stage) && reason === '') throw new Refusal(400, 'applicant.sayWhy')
    const at = clock()
    const values = {
      ...{ stage, stageSince: at, stageReason: reason },
      mayApplyFrom: stage === 'REJECTED' ? mayApplyFrom : null,
    }
    await changeSeen(db, 'applicants', words.one, seen, values, { caller, at })
    const changes = [{ field: 'stage', before: before.stage, after: stage }]
    await told(caller, 'MOVED', before, changes, reason)
    if (isOver(stage)) await hiring.letGo(before, caller)
    return read(seen.id)
  }

  /** An applicant, and those who became a part of them. */
  async function partsOf(id: number): Promise<number[]> {
    const parts = [id]
    for (let at = 0; at < parts.length; at++) {
      const merged = await db
        .selectFrom('applicants')
        .where('mergedInto', '=', parts[at] ?? 0)
        .select('id')
        .execute()
      parts.push(...merged.map((one) => one.id))
    }
    return parts
  }

  async function doublesOf(id: number) {
    const { emailKey, mobileKey } = await db
      .selectFrom('applicants')
      .where('id', '=', id)
      .select(['emailKey', 'mobileKey'])
      .executeTakeFirstOrThrow()
    return db
      .selectFrom('applicants')
      .where('id', '<>', id)
      .where('mergedInto', 'is', null)
      .where((eb) =>
        eb.or([
          ...(emailKey === '' ? [] : [eb('emailKey', '=', emailKey)]),
          ...(mobileKey === '' ? [] : [eb('mobileKey', '=', mobileKey)]),
        ]),
      )
      .orderBy('id')
      .select(['id', 'name', 'stage'])
      .execute()
  }

  async function merge(
    seen: { readonly id: number; readonly version: number },
    otherID: number,
    caller: Caller,
  ): Promise<Applicant> {
    await holdTurn(db)
    const [stays, goes] = [await read(seen.id), await read(otherID)]
    const doubles = await doublesOf(stays.id)
    if (!doubles.some(({ id }) => id === goes.id)) throw new Refusal(400, 'applicant.notSame')
    // Who is a person already, or about to be, isn't a part of anybody.
    if (goes.stage === 'HIRED' || goes.stage === 'STARTED')
      throw new Refusal(400, 'applicant.mergeHired', { name: goes.name })
    const [mine, theirs] = [valuesIn(stays), valuesIn(goes)]
    const values = {
      ...mine,
      ...Object.fromEntries(
        (['email', 'mobile', 'address', 'languages', 'skills', 'availability'] as const)
          .filter((field) => mine[field] === '')
          .map((field) => [field, theirs[field]]),
      ),
      notes: [mine.notes, theirs.notes].filter(Boolean).join('\n').slice(0, 2000),
    }
    const stamp = { caller, at: clock() }
    await changeSeen(db, 'applicants', words.one, seen, columnsOfApplicant(values), stamp)
    await changeSeen(db, 'applicants', words.one, goes, { mergedInto: stays.id }, stamp)
    // Its link would hire somebody who is nobody of their own any more.
    await hiring.letGo(goes, caller)
    await told(caller, 'MERGED', stays, [
      { field: 'merged', before: null, after: goes.name },
      ...changesBetween(mine, values),
    ])
    return read(stays.id)
  }

  return {
    listApplicants: (request, { caller }) =>
      listRecords(db, request, {
        record: applicantRecord,
        source: recordSource(applicantSource(db, clock())),
        viewer: caller,
        now: clock(),
      }),

    getApplicant: async ({ id }, { caller }) => {
      const applicant = await read(id)
      await auditRead(db, caller, clock(), {
        ...{ action: 'APPLICANT_READ', page, recordType, recordID: id, label: applicant.name },
      })
      return applicant
    },

    saveApplicant: ({ id, version = 1, ...values }, { caller }) =>
      withinUnit(() => (id === undefined ? make(values, caller) : change({ id, version }, values, caller))),

    moveApplicant: (request, { caller }) => withinUnit(() => move(request, caller)),

    ownApplicant: ({ isMine, ...seen }, { caller }) =>
      withinUnit(async () => {
        const before = await read(seen.id)
        const ownerID = isMine ? caller.userID : null
        await changeSeen(db, 'applicants', words.one, seen, { ownerID }, { caller, at: clock() })
        const after = await read(seen.id)
        await told(caller, 'ASSIGNED', after, [
          { field: 'owner', before: before.ownerName, after: after.ownerName },
        ])
        return after
      }),

    applicantTimeline: async ({ id }) => {
      await read(id)
      const rows = await db
        .selectFrom('audit')
        .where('recordType', '=', recordType)
        .where('recordID', 'in', await partsOf(id))
        .where('action', '<>', 'APPLICANT_READ')
        .orderBy('id', 'desc')
        .limit(200)
        .select(['id', 'at', 'actorName', 'action', 'changes', 'reason'])
        .execute()
      const stageIn = (changes: string) => {
        const stage = (JSON.parse(changes) as Change[]).find(({ field }) => field === 'stage')?.after
        return APPLICANT_STAGES[stage as keyof typeof APPLICANT_STAGES] ?? null
      }
      return {
        entries: rows.map(({ id: entryID, at, actorName, action, changes, reason }) => ({
          ...{ id: entryID, at: new Date(at).toISOString(), byName: actorName, action, reason },
          stage: stageIn(changes),
        })),
        doubles: await doublesOf(id),
      }
    },

    applicantHiring: ({ id }, { caller }) => hiring.view(id, caller),

    saveScorecard: (request, { caller }) =>
      withinUnit(async () => {
        await hiring.score(request, caller)
        return hiring.view(request.applicantID, caller)
      }),

    makeOffer: (request, { caller, ...reached }) => withinUnit(() => hiring.offer(request, caller, reached)),

    withdrawOffer: ({ id }, { caller }) =>
      withinUnit(async () => {
        await hiring.withdraw(id, caller)
        return { done: true }
      }),

    mergeApplicants: ({ otherID, ...seen }, { caller }) => withinUnit(() => merge(seen, otherID, caller)),

    applicantChoices: async () => ({
      agencies: await db
        .selectFrom('agencies')
        .where('status', '=', 'ACTIVE')
        .orderBy('nameKey')
        .select(['id', 'name'])
        .execute(),
    }),

    ...applicantImportHandlers({ db, clock, imports }),
  }
}
