import type { ImportInfo, ImportOptions } from '#shared/contract/people-import.ts'
import { searchable } from '#shared/domain/locale.ts'
import {
  fieldOfHeading,
  IMPORT_UNDO_HOURS,
  type ImportField,
  type ImportOutcome,
} from '#shared/domain/people-import.ts'
import type { PersonValues } from '#shared/records/admin/person-values.ts'
import type { Sessions } from '../../auth/sessions.ts'
import type { SignIns } from '../../auth/sign-ins.ts'
import type { Background } from '../../background.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import type { PeopleImportTable } from '../../db/schema/people.ts'
import type { Outbox } from '../../mail/outbox.ts'
import { type Actor, audit } from '../../records/audit.ts'
import { Refusal } from '../../refusal.ts'
import { keepingGrantor } from '../../roles/grantors.ts'
import { type Directory, openDirectory } from '../directory.ts'
import { firstAccess, invite } from '../first-access.ts'
import { type GivenBy, personFaults } from '../person-rules.ts'
import { addPeople, changePeople, type NewPerson, type PersonChange, readKept } from '../save-person.ts'
import { type PeopleWindows, tellPeople } from '../tell-people.ts'
import { digestOf, isSame, type PlannedRow, planImport } from './plan.ts'
import { namesIn } from './read-row.ts'
import type { Table } from './read-table.ts'

export interface ImportServices {
  readonly db: Database
  readonly clock: Clock
  readonly outbox: Pick<Outbox, 'post'>
  readonly sessions: Pick<Sessions, 'endAll'>
  readonly signIns: Pick<SignIns, 'forget'>
  readonly background: Pick<Background, 'run'>
  /** Null where no windows are open, as for the command line. */
  readonly windows: PeopleWindows | null
}

/** Who imports. */
export interface ImportBy {
  readonly actor: Actor
  readonly permissions: GivenBy
  /** Of links in invitations. */
  readonly origin: string
  /** Beside the file's name, for the audit. */
  readonly reason?: string
}

type Import = Omit<PeopleImportTable, 'id'> & { readonly id: number }

/** Rows that one transaction writes; between two the import can be stopped. */
const AT_ONCE = 50
const LEASE_MS = 60_000
const HOUR_MS = 3_600_000
const SHOWN = 50

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())
const optionsOf = ({ options }: Pick<Import, 'options'>) => JSON.parse(options) as ImportOptions

/** Imports of people (spec 5 §3.3). What was read, planned and done is in rows, so that any server can go on. */
export class PeopleImports {
  readonly #services: ImportServices

  constructor(services: ImportServices) {
    this.#services = services
  }

  /** Keeps a file's rows. Gives the fields that its columns were matched to before, or are named as. */
  async keep(
    fileName: string,
    { headings, rows }: Table,
    { actor }: ImportBy,
  ): Promise<{ info: ImportInfo; columns: (ImportField | null)[] }> {
    const { db, clock } = this.#services
    const at = clock()
    const { id } = await db
      .insertInto('peopleImports')
      .values({
        ...{ fileName, createdBy: actor.userID, createdByName: actor.displayName, createdAt: at },
        ...{ state: 'UPLOADED', headings: JSON.stringify(headings), options: '{}', digest: '' },
        ...{ total: rows.length, done: 0, isStopAsked: 0, message: '' },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (let start = 0; start < rows.length; start += 500)
      await db
        .insertInto('peopleImportRows')
        .values(
          rows.slice(start, start + 500).map((cells, at) => ({
            ...{ importID: id, number: start + at + 2, cells: JSON.stringify(cells) },
            ...{ problems: '[]', depth: 0 },
          })),
        )
        .execute()
    return { info: await this.info(id), columns: await this.#remembered(headings) }
  }

  /** The fields that headings were matched to before, each once. */
  async #remembered(headings: readonly string[]): Promise<(ImportField | null)[]> {
    const kept = await this.#services.db
      .selectFrom('importHeadings')
      .where('heading', 'in', ['', ...headings.map(searchable)])
      .selectAll()
      .execute()
    const known = new Map(kept.map(({ heading, field }) => [heading, field as ImportField]))
    const used = new Set<ImportField>()
    return headings.map((heading) => {
      const field = known.get(searchable(heading)) ?? fieldOfHeading(heading)
      if (field === null || used.has(field)) return null
      used.add(field)
      return field
    })
  }

  /** @throws Refusal 404 where there is none */
  async read(id: number): Promise<Import> {
    const row = await this.#services.db
      .selectFrom('peopleImports')
      .where('id', '=', id)
      .selectAll()
      .executeTakeFirst()
    if (!row) throw new Refusal(404, 'record.gone', { one: 'import' })
    return row
  }

  async info(id: number): Promise<ImportInfo> {
    return this.#infoOf(await this.read(id))
  }

  async latest(): Promise<ImportInfo[]> {
    const rows = await this.#services.db
      .selectFrom('peopleImports')
      .orderBy('id', 'desc')
      .limit(SHOWN)
      .selectAll()
      .execute()
    return Promise.all(rows.map((row) => this.#infoOf(row)))
  }

  async #infoOf(row: Import): Promise<ImportInfo> {
    const { db, clock } = this.#services
    const counted = await db
      .selectFrom('peopleImportRows')
      .where('importID', '=', row.id)
      .groupBy(['outcome', 'result'])
      .select((eb) => ['outcome', 'result', eb.fn.countAll<number>().as('n')])
      .execute()
    const sum = (holds: (one: (typeof counted)[number]) => boolean) =>
      counted.filter(holds).reduce((all, { n }) => all + Number(n), 0)
    const outcomes = { ADD: 0, UPDATE: 0, SAME: 0, WARNING: 0, ERROR: 0 }
    for (const outcome of Object.keys(outcomes) as ImportOutcome[])
      outcomes[outcome] = sum((one) => one.outcome === outcome)
    const mayUndo = (row.state === 'DONE' || row.state === 'STOPPED') && row.endedAt !== null
    const until = mayUndo ? (row.endedAt ?? 0) + IMPORT_UNDO_HOURS * HOUR_MS : 0
    return {
      ...{ id: row.id, fileName: row.fileName, createdByName: row.createdByName, state: row.state },
      ...{ total: row.total, done: row.done, message: row.message, outcomes },
      headings: JSON.parse(row.headings) as string[],
      isPartial: optionsOf(row).isPartial ?? false,
      added: sum(({ result }) => result === 'ADDED'),
      updated: sum(({ result }) => result === 'UPDATED'),
      failed: sum(({ result }) => result === 'FAILED'),
      createdAt: iso(row.createdAt) ?? '',
      startedAt: iso(row.startedAt),
      endedAt: iso(row.endedAt),
      undoUntil: until > clock() ? iso(until) : null,
    }
  }

  async #plan(row: Import, options: ImportOptions, by: GivenBy, db: Database): Promise<PlannedRow[]> {
    const rows = await db
      .selectFrom('peopleImportRows')
      .where('importID', '=', row.id)
      .orderBy('number')
      .select(['number', 'cells'])
      .execute()
    const directory = await openDirectory(db)
    const ids = [...directory.everybody()].map(({ id }) => id)
    return planImport(
      rows.map(({ number, cells }) => ({ number, cells: JSON.parse(cells) as string[] })),
      {
        ...{ directory, options, by },
        kept: await readKept(db, ids),
        headings: JSON.parse(row.headings) as string[],
        usualRole: await usualRoles(db),
      },
    )
  }

  /**
   * Says what each row would come to. Nothing of people is changed.
   * @throws Refusal 400 where the columns don't fit, 409 while it runs or has run
   */
  async dryRun(id: number, options: ImportOptions, { permissions }: ImportBy): Promise<PlannedRow[]> {
    const { db } = this.#services
    const row = await this.read(id)
    if (row.state !== 'UPLOADED' && row.state !== 'CHECKED') throw new Refusal(409, 'import.notChecked')
    const fields = options.columns.filter((field) => field !== null)
    if (!fields.includes(options.key)) throw new Refusal(400, 'import.keyColumn')
    if (new Set(fields).size < fields.length) throw new Refusal(400, 'import.columnTwice')
    const planned = await this.#plan(row, options, permissions, db)
    await db.transaction().execute(async (trx) => {
      for (const { number, outcome, problems, depth } of planned)
        await trx
          .updateTable('peopleImportRows')
          .set({ outcome, problems: JSON.stringify(problems), depth })
          .where('importID', '=', id)
          .where('number', '=', number)
          .execute()
      await trx
        .updateTable('peopleImports')
        .set({ state: 'CHECKED', options: JSON.stringify(options), digest: digestOf(planned) })
        .where('id', '=', id)
        .execute()
      const headings = JSON.parse(row.headings) as string[]
      for (const [at, field] of options.columns.entries()) {
        const heading = searchable(headings[at] ?? '')
        if (field === null || heading === '') continue
        await trx
          .insertInto('importHeadings')
          .values({ heading, field })
          .onConflict((conflict) => conflict.column('heading').doUpdateSet({ field }))
          .execute()
      }
    })
    return planned
  }

  /**
   * Claims the import, if its dry run still holds.
   * @throws Refusal 409 where it doesn't, or none was made; 400 where all or nothing has errors
   */
  async claim(id: number, by: ImportBy): Promise<void> {
    const { db, clock } = this.#services
    const row = await this.read(id)
    if (row.state !== 'CHECKED') throw new Refusal(409, 'import.notChecked')
    const options = optionsOf(row)
    const planned = await this.#plan(row, options, by.permissions, db)
    if (digestOf(planned) !== row.digest) throw new Refusal(409, 'import.outdated')
    const rows = planned.filter(({ outcome }) => outcome === 'ERROR').length
    if (rows > 0 && !options.isPartial) throw new Refusal(400, 'import.errors', { rows })
    const at = clock()
    const claimed = await db
      .updateTable('peopleImports')
      .set({ state: 'RUNNING', startedAt: at, leaseUntil: at + LEASE_MS, isStopAsked: 0, done: 0 })
      .where('id', '=', id)
      .where('state', '=', 'CHECKED')
      .returning('id')
      .executeTakeFirst()
    if (!claimed) throw new Refusal(409, 'import.running')
    await this.#told(by.actor, row, 'STARTED', by.reason)
  }

  #told(actor: Actor, { id, fileName }: Pick<Import, 'id' | 'fileName'>, verb: string, message = '') {
    const { db, clock } = this.#services
    return audit(db, actor, clock(), {
      ...{ action: `IMPORT_${verb}`, page: 'admin.active-users', recordType: 'peopleImport' },
      ...{ recordID: id, label: fileName, reason: message },
    })
  }

  /** Does what the dry run said, some rows at a time. All or nothing: where one fails, all is taken back. */
  async run(id: number, by: ImportBy): Promise<void> {
    const { db } = this.#services
    const row = await this.read(id)
    const options = optionsOf(row)
    try {
      await this.#makeMissing(row, options, by)
      const rows = await db
        .selectFrom('peopleImportRows')
        .where('importID', '=', id)
        .where('outcome', 'in', ['ADD', 'UPDATE'])
        .orderBy('depth')
        .orderBy('number')
        .select(['number', 'depth'])
        .execute()
      let isStopped = false
      const known: Known = { directory: null, changes: 0 }
      const invited: number[] = []
      for (const [, level] of Map.groupBy(rows, ({ depth }) => depth))
        for (let start = 0; start < level.length && !isStopped; start += AT_ONCE) {
          const numbers = level.slice(start, start + AT_ONCE).map(({ number }) => number)
          invited.push(...(await this.#part(row, options, by, numbers, known)))
          isStopped = await this.#goOn(id, numbers.length)
        }
      if (isStopped && !options.isPartial) return await this.#takeBack(row, by, 'STOPPED', '')
      if (options.access === 'INVITATION')
        for (const userID of invited) await invite(this.#services, userID, by.origin)
      await this.#end(row, by, isStopped ? 'STOPPED' : 'DONE', '')
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      if (options.isPartial) await this.#end(row, by, 'FAILED', message)
      else await this.#takeBack(row, by, 'FAILED', message)
      if (!(error instanceof Refusal)) throw error
    }
  }

  /** Notes how far it is and keeps it. Gives whether somebody asked it to stop. */
  async #goOn(id: number, done: number): Promise<boolean> {
    const { db, clock } = this.#services
    const { isStopAsked } = await db
      .updateTable('peopleImports')
      .set((eb) => ({ done: eb('done', '+', done), leaseUntil: clock() + LEASE_MS }))
      .where('id', '=', id)
      .returning('isStopAsked')
      .executeTakeFirstOrThrow()
    // Others get their turn between two parts.
    await new Promise((resolve) => setImmediate(resolve))
    return isStopAsked === 1
  }

  async #end(row: Import, { actor }: ImportBy, state: Import['state'], message: string): Promise<void> {
    const { db, clock } = this.#services
    await db
      .updateTable('peopleImports')
      .set({ state, message, endedAt: clock(), leaseUntil: null })
      .where('id', '=', row.id)
      .execute()
    await this.#told(actor, row, state, message)
  }

  /** Areas and skills that rows name and that aren't there. */
  async #makeMissing(row: Import, options: ImportOptions, by: ImportBy): Promise<void> {
    if (!options.createMissing) return
    const { db, clock } = this.#services
    const at = clock()
    const directory = await openDirectory(db)
    const rows = await db
      .selectFrom('peopleImportRows')
      .where('importID', '=', row.id)
      .where('outcome', 'in', ['ADD', 'UPDATE'])
      .select('cells')
      .execute()
    const named = (field: ImportField) => {
      const column = options.columns.indexOf(field)
      return rows
        .map(({ cells }) => ((JSON.parse(cells) as string[])[column] ?? '').trim())
        .filter((name) => name !== '' && name !== 'CLEAR')
    }
    const listed = (field: ImportField) => named(field).flatMap(namesIn)
    const stamp = { changedBy: by.actor.userID, changedAt: at }
    await db.transaction().execute(async (trx) => {
      for (const name of [...named('area'), ...listed('limitedToAreas')]) {
        if (directory.areas.called(name)) continue
        const { id } = await trx
          .insertInto('areas')
          .values({ name, nameKey: searchable(name), ...stamp })
          .returning('id')
          .executeTakeFirstOrThrow()
        directory.areas.add({ id, name, isActive: true })
        await told('area', id, name)
      }
      for (const name of listed('skills')) {
        if (directory.skills.called(name)) continue
        const { id } = await trx
          .insertInto('skills')
          .values({
            ...{ name, nameKey: searchable(name), category: 'TOOL', needsCertificate: 0 },
            ...{ expiresAfterMonths: null, isActive: 1, version: 1, ...stamp },
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        directory.skills.add({ id, name, isActive: true, expiresAfterMonths: null })
        await told('skill', id, name)
      }
      async function told(recordType: string, recordID: number, label: string): Promise<void> {
        const action = `${recordType.toUpperCase()}_ADDED`
        await audit(trx, by.actor, at, { action, page: 'admin.active-users', recordType, recordID, label })
      }
    })
  }

  /** Does some rows, in one transaction. Gives whom it added and who can be invited. */
  async #part(
    row: Import,
    options: ImportOptions,
    by: ImportBy,
    numbers: readonly number[],
    known: Known,
  ): Promise<number[]> {
    const { db, clock, windows, sessions, signIns } = this.#services
    const at = clock()
    const part = keepingGrantor(db, async (trx) => {
      const rows = await trx
        .selectFrom('peopleImportRows')
        .where('importID', '=', row.id)
        .where('number', 'in', numbers)
        .orderBy('number')
        .select(['number', 'cells'])
        .execute()
      const directory = await directoryOf(trx, known)
      const found = rows.map(({ number, cells }) => ({ number, cells: JSON.parse(cells) as string[] }))
      const keyColumn = options.columns.indexOf(options.key)
      const ids = found.flatMap(({ cells }) => {
        const key = (cells[keyColumn] ?? '').trim()
        const person =
          options.key === 'email'
            ? directory.mailed(key)
            : options.key === 'payrollNumber'
              ? directory.paid(key)
              : directory.named(key)
        return person ? [person.id] : []
      })
      const kept = await readKept(trx, ids)
      const headings = JSON.parse(row.headings) as string[]
      const usualRole = await usualRoles(trx)
      const planned = planImport(found, {
        ...{ directory, kept, headings, options, by: by.permissions, usualRole },
      })
      // Who was only planned isn't there yet.
      directory.dropPlanned()
      const failed = planned.filter(({ outcome }) => outcome === 'ERROR' || outcome === 'WARNING')
      const [first] = failed
      if (first && !options.isPartial) {
        const { message = '' } = first.problems[0] ?? {}
        throw new Error(`Row ${first.number}: ${message}`)
      }
      for (const { number, problems } of failed)
        await trx
          .updateTable('peopleImportRows')
          .set({ result: 'FAILED', problems: JSON.stringify(problems) })
          .where('importID', '=', row.id)
          .where('number', '=', number)
          .execute()
      const saving = {
        actor: by.actor,
        at,
        sessions,
        signIns,
        reason: [`Import ${row.fileName}`, by.reason].filter(Boolean).join('. '),
      }
      const { access } = await firstAccess(
        options.access === 'SINGLE_SIGN_ON' ? 'SINGLE_SIGN_ON' : 'INVITATION',
        at,
        async () => '',
      )
      const news: (NewPerson & { number: number })[] = []
      const changes: (PersonChange & { number: number })[] = []
      for (const { outcome, number, values, before } of planned) {
        if (values === null) continue
        if (outcome === 'ADD') news.push({ ...access, values, number })
        if (outcome === 'UPDATE' && before) changes.push({ before, values, number })
      }
      const added = await addPeople(trx, saving, directory, news)
      const changed = await changePeople(trx, saving, directory, changes)
      for (const [place, { number }] of news.entries())
        await noted(trx, number, { result: 'ADDED', userID: added.ids[place] ?? null })
      for (const { number, before, values } of changes)
        await noted(trx, number, {
          ...{ result: 'UPDATED', userID: before.id },
          ...{ before: JSON.stringify(before.values), after: JSON.stringify(values) },
        })
      return {
        aftermaths: [added.aftermath, changed],
        invited: news.flatMap(({ values }, place) => (values.email === null ? [] : [added.ids[place] ?? 0])),
      }
    })
    const done = await part.catch((error: unknown) => {
      known.directory = null
      throw error
    })
    if (windows) for (const aftermath of done.aftermaths) await tellPeople(windows, aftermath)
    return done.invited

    function noted(
      trx: Database,
      number: number,
      values: { result: 'ADDED' | 'UPDATED'; userID: number | null; before?: string; after?: string },
    ) {
      return trx
        .updateTable('peopleImportRows')
        .set(values)
        .where('importID', '=', row.id)
        .where('number', '=', number)
        .execute()
    }
  }

  /** Asks a running import to stop between two parts. @throws Refusal 409 where it doesn't run */
  async stop(id: number): Promise<void> {
    await this.read(id)
    const asked = await this.#services.db
      .updateTable('peopleImports')
      .set({ isStopAsked: 1 })
      .where('id', '=', id)
      .where('state', '=', 'RUNNING')
      .returning('id')
      .executeTakeFirst()
    if (!asked) throw new Refusal(409, 'import.notRunning')
  }

  async #takeBack(row: Import, by: ImportBy, state: 'STOPPED' | 'FAILED', message: string): Promise<void> {
    await this.#undoRows(row, by)
    await this.#services.db.updateTable('peopleImports').set({ done: 0 }).where('id', '=', row.id).execute()
    await this.#end(row, by, state, message)
    // Nothing of it is left that could be undone.
    await this.#services.db
      .updateTable('peopleImports')
      .set({ endedAt: this.#services.clock() - IMPORT_UNDO_HOURS * HOUR_MS })
      .where('id', '=', row.id)
      .where('state', '=', 'STOPPED')
      .execute()
  }

  /** What a server left that ended while it ran: all or nothing is taken back, the rest is stopped. */
  async tend(): Promise<void> {
    const { db, clock } = this.#services
    const left = await db
      .selectFrom('peopleImports')
      .where('state', '=', 'RUNNING')
      .where('leaseUntil', '<=', clock())
      .selectAll()
      .execute()
    for (const row of left) {
      const taken = await db
        .updateTable('peopleImports')
        .set({ leaseUntil: clock() + LEASE_MS })
        .where('id', '=', row.id)
        .where('leaseUntil', '=', row.leaseUntil)
        .returning('id')
        .executeTakeFirst()
      if (!taken) continue
      const by = { actor: { userID: null, displayName: 'Imports of people' }, permissions: null, origin: '' }
      const message = 'The server ended while it ran.'
      if (optionsOf(row).isPartial) await this.#end(row, by, 'STOPPED', message)
      else await this.#takeBack(row, by, 'FAILED', message)
    }
  }

  /**
   * Removes whom an import added and who never signed in, and puts fields back that nobody changed since. Gives the
   * rows that were left, and why.
   * @throws Refusal 409 where it isn't over, or 24 hours have passed
   */
  async undo(id: number, by: ImportBy): Promise<{ number: number; message: string }[]> {
    const { db } = this.#services
    const row = await this.read(id)
    if ((await this.#infoOf(row)).undoUntil === null) throw new Refusal(409, 'import.undoOver')
    const claimed = await db
      .updateTable('peopleImports')
      .set({ state: 'UNDONE' })
      .where('id', '=', id)
      .where('state', '=', row.state)
      .returning('id')
      .executeTakeFirst()
    if (!claimed) throw new Refusal(409, 'import.undoOver')
    const kept = await this.#undoRows(row, by)
    await this.#told(by.actor, row, 'UNDONE')
    return kept
  }

  async #undoRows(row: Import, by: ImportBy): Promise<{ number: number; message: string }[]> {
    const { db } = this.#services
    const rows = await db
      .selectFrom('peopleImportRows')
      .where('importID', '=', row.id)
      .where('result', 'in', ['ADDED', 'UPDATED'])
      // Managers after those who report to them.
      .orderBy('depth', 'desc')
      .orderBy('number')
      .select(['number', 'result', 'userID', 'before', 'after'])
      .execute()
    const kept: { number: number; message: string }[] = []
    for (const one of rows.filter(({ result }) => result === 'UPDATED'))
      await put(one, await this.#putBack(one, row, by))
    for (const one of rows.filter(({ result }) => result === 'ADDED'))
      await put(one, await this.#remove(one, row, by))
    return kept

    async function put({ number }: { number: number }, message: string | null): Promise<void> {
      if (message !== null) kept.push({ number, message })
      await db
        .updateTable('peopleImportRows')
        .set({ result: message === null ? 'UNDONE' : 'KEPT' })
        .where('importID', '=', row.id)
        .where('number', '=', number)
        .execute()
    }
  }

  /** Removes somebody who was added. Gives why they stay, else null. */
  async #remove(
    { userID }: { userID: number | null },
    row: Import,
    { actor }: ImportBy,
  ): Promise<string | null> {
    const { db, clock, windows } = this.#services
    const id = userID ?? 0
    try {
      return await keepingGrantor(db, async (trx) => {
        const person = await trx
          .selectFrom('users')
          .where('id', '=', id)
          .select(['displayName', 'lastSignInAt', 'passwordHash'])
          .executeTakeFirst()
        if (!person) return null
        if (person.lastSignInAt !== null) return 'They have signed in since.'
        if (person.passwordHash !== '') return 'They have chosen a password since.'
        await audit(trx, actor, clock(), {
          ...{ action: 'PERSON_REMOVED', page: 'admin.active-users', recordType: 'person' },
          ...{ recordID: id, label: person.displayName, reason: `Import ${row.fileName} undone` },
        })
        await trx.deleteFrom('users').where('id', '=', id).execute()
        windows?.personChanged(id)
        return null
      })
    } catch (error) {
      if (error instanceof Refusal) return error.message
      return 'Something was made for them since, or people report to them.'
    }
  }

  /** Puts fields back that nobody changed since. Gives which stay, else null. */
  async #putBack(
    { userID, before, after }: { userID: number | null; before: string | null; after: string | null },
    row: Import,
    by: ImportBy,
  ): Promise<string | null> {
    const { db, clock, windows, sessions, signIns } = this.#services
    const [was, made] = [JSON.parse(before ?? '{}'), JSON.parse(after ?? '{}')] as PersonValues[]
    const id = userID ?? 0
    try {
      const { aftermath, left } = await keepingGrantor(db, async (trx) => {
        const now = (await readKept(trx, [id])).get(id)
        if (!now || !was || !made) throw new Refusal(404, 'record.gone', { one: 'person' })
        const directory = await openDirectory(trx)
        const fields = Object.keys(was) as (keyof PersonValues)[]
        const pick = (values: PersonValues, field: keyof PersonValues) => JSON.stringify(values[field])
        const changed = fields.filter((field) => pick(was, field) !== pick(made, field))
        const later = changed.filter((field) => pick(now.values, field) !== pick(made, field))
        const back = Object.fromEntries(
          changed.filter((field) => !later.includes(field)).map((field) => [field, was[field]]),
        )
        const values = { ...now.values, ...back }
        if (isSame(values, now.values)) return { aftermath: null, left: later }
        const [fault] = personFaults(values, now, directory, by.permissions)
        if (fault) throw fault.refusal
        const saving = {
          ...{ actor: by.actor, at: clock(), sessions, signIns },
          reason: `Import ${row.fileName} undone`,
        }
        return {
          aftermath: await changePeople(trx, saving, directory, [{ before: now, values }]),
          left: later,
        }
      })
      if (windows && aftermath) await tellPeople(windows, aftermath)
      return left.length === 0 ? null : `Changed since: ${left.join(', ')}.`
    } catch (error) {
      if (error instanceof Refusal) return error.message
      throw error
    }
  }
}

/** Everybody and everything, as the last part left it. */
interface Known {
  directory: Directory | null
  /** How often the guard of access was written then. */
  changes: number
}

/** The directory of the part before, where nobody else saved anybody since; else it is read anew. */
async function directoryOf(trx: Database, known: Known): Promise<Directory> {
  const { changes } = await trx.selectFrom('grantorGuard').select('changes').executeTakeFirstOrThrow()
  const isSame = changes === known.changes + 1
  known.changes = changes
  if (!known.directory || !isSame) known.directory = await openDirectory(trx)
  return known.directory
}

/** The first role by name that is meant for a user type. */
async function usualRoles(db: Database): Promise<(userType: string) => number | null> {
  const roles = await db.selectFrom('roles').select(['id', 'defaultUserTypes']).orderBy('nameKey').execute()
  const known = roles.map(({ id, defaultUserTypes }) => ({
    id,
    types: JSON.parse(defaultUserTypes) as string[],
  }))
  return (userType) => known.find(({ types }) => types.includes(userType))?.id ?? null
}
