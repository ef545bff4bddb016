import { byName, searchable } from '#shared/domain/locale.ts'
import type { PowerDefinition, PowerPage } from '#shared/domain/power-report.ts'
import { nextReport } from '#shared/domain/reports.ts'
import { requireMemberThread } from '../chat/access.ts'
import type { ChatPublisher } from '../chat/publisher.ts'
import { sendMessage } from '../chat/sending.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { audit } from '../records/audit.ts'
import { changeSeen } from '../records/change.ts'
import { sheetFile } from '../records/sheet-file.ts'
import { Refusal } from '../refusal.ts'
import { typeChoices } from '../tickets/desk-settings.ts'
import { ask } from './asked.ts'
import { endOfShift, endOfShiftSheet, endOfShiftText, mailedTitle, shiftTitle } from './end-of-shift.ts'
import { pinFigure, pinnedFigures, unpinFigure } from './pins.ts'
import { powerRecords, powerReport, powerSheet, requireSoundPower } from './power-report.ts'
import { MENU_PAGES, powerReportsFor, requireOwnPower, requirePage, savedPowerReport } from './saved.ts'
import { readersOf } from './schedules.ts'
import { seesCosts } from './sources.ts'

interface PowerServices {
  readonly db: Database
  readonly clock: Clock
  /** The chat's. */
  readonly hub: ChatPublisher
}

const EVERYTHING: PowerDefinition = {
  ...{
    source: 'INTERVIEWS',
    rows: [],
    columns: [],
    measures: [],
    filters: [],
    time: 'TODAY',
    from: '',
    to: '',
  },
  ...{ group: 'ALL', chart: 'NONE', sort: null },
}

/** Power reports (spec 4 §4.2.9, §4.4.8, §4.5.13). */
export function powerReportHandlers({ db, clock, hub }: PowerServices): AreaHandlers<'powerReport'> {
  const who = (page: PowerPage, caller: Caller) => {
    requirePage(page, caller)
    return { page, viewer: caller, now: clock() }
  }

  const told = (
    caller: Caller,
    { action, page, id, label }: { action: string; page: PowerPage; id: number | null; label: string },
    after: Readonly<Record<string, unknown>> = {},
    before: Readonly<Record<string, unknown>> = {},
  ) =>
    audit(db, caller, clock(), {
      ...{ action, page: MENU_PAGES[page], recordType: 'report', recordID: id, label },
      changes: Object.entries(after)
        .map(([field, value]) => ({ field, before: before[field] ?? null, after: value }))
        .filter((one) => JSON.stringify(one.before) !== JSON.stringify(one.after)),
    })

  const answer = async (id: number, caller: Caller) =>
    savedPowerReport(db, await requireOwnPower(db, caller, id), caller)

  /** Names of those ids that somebody of the page has. */
  async function namedIn(
    table: 'areas' | 'agencies' | 'contractTypes' | 'epics',
    ids: readonly (number | null)[],
  ) {
    const wanted = [...new Set(ids.flatMap((id) => id ?? []))]
    const rows = await db
      .selectFrom(table)
      .where('id', 'in', [0, ...wanted])
      .select(['id', 'name'])
      .execute()
    return inOrder(rows)
  }

  return {
    powerDefinitions: async ({ page }, { caller }) => {
      const { people, epics, isAgency: _ } = await ask(db, { ...who(page, caller), definition: EVERYTHING })
      const all = [...people.values()]
      const managers = [...new Set(all.flatMap(({ managerID }) => managerID ?? []))]
      const projects = await db.selectFrom('projects').select(['id', 'name']).execute()
      const rows = await powerReportsFor(db, caller)
        .where('d.page', '=', page)
        .where('d.endOfShift', 'is', null)
        .orderBy('d.nameKey')
        .orderBy('d.id')
        .execute()
      return {
        people: inOrder(all.map(({ id, displayName }) => ({ id, name: displayName }))),
        managers: inOrder(
          await db
            .selectFrom('users')
            .where('id', 'in', [0, ...managers])
            .select(['id', 'displayName as name'])
            .execute(),
        ),
        areas: await namedIn(
          'areas',
          all.map(({ areaID }) => areaID),
        ),
        agencies: await namedIn(
          'agencies',
          all.map(({ agencyID }) => agencyID),
        ),
        contractTypes: await namedIn(
          'contractTypes',
          all.map(({ contractTypeID }) => contractTypeID),
        ),
        projects: inOrder(projects),
        epics: await namedIn('epics', [...epics.values()]),
        ticketTypes: Object.keys(await typeChoices(db)).map((name) => ({ id: name, name })),
        hasCosts: seesCosts({ page, viewer: caller }),
        groups:
          page !== 'SUPERVISOR'
            ? []
            : caller.permissions.can('CAN_SEARCH_ALL_USERS')
              ? ['TEAM', 'AREA', 'ALL']
              : ['TEAM', 'AREA'],
        reports: await Promise.all(rows.map((row) => savedPowerReport(db, row, caller))),
        pins: await pinnedFigures(db, caller, page),
      }
    },

    runPowerReport: ({ page, definition }, { caller }) => powerReport(db, definition, who(page, caller)),

    powerReportRecords: ({ page, definition, ...behind }, { caller }) =>
      powerRecords(db, definition, behind, who(page, caller)),

    powerReportFile: async ({ page, definition, name, type }, { caller }) => {
      const by = who(page, caller)
      const sheet = await powerSheet(db, name, definition, by)
      await told(
        caller,
        { action: 'EXPORTED', page, id: null, label: name },
        {
          ...{ filters: definition.filters, rows: sheet.rows.length },
          columns: sheet.columns.map(({ label }) => label),
        },
      )
      return sheetFile(db, sheet, { type, now: by.now })
    },

    savePowerReport: async ({ id, version = 1, page, name, definition }, { caller }) => {
      requireSoundPower(definition, who(page, caller))
      const nameKey = searchable(name)
      const other = await db
        .selectFrom('reportDefinitions')
        .where('ownerID', '=', caller.userID)
        .where('nameKey', '=', nameKey)
        .select('id')
        .executeTakeFirst()
      if (other && other.id !== id) throw new Refusal(400, 'record.nameTaken', { one: 'report' })
      const values = { name, nameKey, definition: JSON.stringify(definition) }
      const at = clock()
      if (id === undefined) {
        const row = await db
          .insertInto('reportDefinitions')
          .values({
            ...{ ...values, page, isShared: 0, ownerID: caller.userID },
            ...{ version: 1, changedBy: caller.userID, changedAt: at },
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        await told(caller, { action: 'REPORT_ADDED', page, id: row.id, label: name }, { name, definition })
        return answer(row.id, caller)
      }
      const own = await requireOwnPower(db, caller, id)
      if (own.page !== page) throw new Refusal(404, 'record.gone', { one: 'report' })
      await changeSeen(db, 'reportDefinitions', 'report', { id, version }, values, { caller, at })
      await told(
        caller,
        { action: 'REPORT_CHANGED', page, id, label: name },
        { name, definition },
        { name: own.name, definition: JSON.parse(own.definition) },
      )
      return answer(id, caller)
    },

    sharePowerReport: async ({ id, version, isShared }, { caller }) => {
      const { page, name, isShared: before } = await requireOwnPower(db, caller, id)
      await changeSeen(
        ...([db, 'reportDefinitions', 'report', { id, version }] as const),
        ...([{ isShared: isShared ? 1 : 0 }, { caller, at: clock() }] as const),
      )
      await told(
        caller,
        { action: 'REPORT_CHANGED', page, id, label: name },
        { isShared },
        { isShared: before === 1 },
      )
      return answer(id, caller)
    },

    schedulePowerReport: async ({ id, version, schedule }, { caller }) => {
      const own = await requireOwnPower(db, caller, id)
      const { schedule: before } = await savedPowerReport(db, own, caller)
      const at = clock()
      if (schedule) await requireReaders(own.page, schedule.recipients, at)
      await changeSeen(db, 'reportDefinitions', 'report', { id, version }, {}, { caller, at })
      await db.deleteFrom('reportSchedules').where('reportID', '=', id).execute()
      await db.deleteFrom('reportRecipients').where('reportID', '=', id).execute()
      if (schedule) {
        const { recipients, ...time } = schedule
        const day = time.every === 'DAY' ? 0 : time.every === 'WEEK' ? time.day % 7 : Math.max(1, time.day)
        await db
          .insertInto('reportSchedules')
          .values({
            ...{ ...time, day, reportID: id, format: 'Excel', nextAt: nextReport({ ...time, day }, at) },
            ...{ pausedAt: null, pauseReason: '' },
          })
          .execute()
        for (const userID of new Set(recipients))
          await db.insertInto('reportRecipients').values({ reportID: id, userID }).execute()
      }
      const was = before && {
        ...{ every: before.every, day: before.day, at: before.at },
        recipients: before.recipients.map(({ userID }) => userID),
      }
      const action = schedule ? 'REPORT_SCHEDULED' : 'REPORT_UNSCHEDULED'
      await told(caller, { action, page: own.page, id, label: own.name }, { schedule }, { schedule: was })
      return answer(id, caller)
    },

    pinPowerFigure: (asked, { caller }) => pinFigure(db, asked, caller),

    unpinPowerFigure: async ({ id }, { caller }) => {
      await unpinFigure(db, id, caller)
      return { done: true }
    },

    endOfShift: (asked, { caller }) => {
      requirePage('SUPERVISOR', caller)
      return endOfShift(db, caller, asked, clock())
    },

    endOfShiftMail: async ({ date: _, areaID, managerID, projectID, shift }, { caller }) => {
      requirePage('SUPERVISOR', caller)
      const asked = { areaID, managerID, projectID, shift }
      const endOfShift = JSON.stringify(asked)
      const at = clock()
      const name = `End of shift: ${await mailedTitle(db, asked)}`
      const known = () =>
        db
          .selectFrom('reportDefinitions')
          .where('ownerID', '=', caller.userID)
          .where('endOfShift', '=', endOfShift)
          .orderBy('id')
          .select('id')
          .executeTakeFirst()
      const found = await known()
      if (found) return answer(found.id, caller)
      const made = await db
        .insertInto('reportDefinitions')
        .values({
          // Longer than the name of any saved report, which is among the same.
          ...{ name, nameKey: `end-of-shift ${endOfShift}`, definition: JSON.stringify(EVERYTHING) },
          ...{ page: 'SUPERVISOR', endOfShift, isShared: 0, ownerID: caller.userID },
          ...{ version: 1, changedBy: caller.userID, changedAt: at },
        })
        // Of two at once one makes it.
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      return answer((made ?? (await known()))?.id ?? 0, caller)
    },

    shiftRooms: async (_input, { caller }) => {
      requirePage('SUPERVISOR', caller)
      const rooms = await db
        .selectFrom('threads as t')
        .innerJoin('threadMembers as m', 'm.threadID', 't.id')
        .where('m.userID', '=', caller.userID)
        .where('m.isArchived', '=', 0)
        .where('t.isGroup', '=', 1)
        .where('t.parentID', 'is', null)
        .where('t.displayLabel', '<>', '')
        .select(['t.id', 't.displayLabel as name'])
        .execute()
      return { rooms: rooms.toSorted((a, b) => byName(a.name, b.name) || a.id - b.id) }
    },

    endOfShiftFile: async ({ type, ...asked }, { caller }) => {
      requirePage('SUPERVISOR', caller)
      const now = clock()
      const report = await endOfShift(db, caller, asked, now)
      const title = shiftTitle(report, asked)
      const sheet = endOfShiftSheet(title, report)
      await told(
        caller,
        { action: 'EXPORTED', page: 'SUPERVISOR', id: null, label: `End of shift: ${title}` },
        { rows: sheet.rows.length, columns: sheet.columns.map(({ label }) => label) },
      )
      return sheetFile(db, sheet, { type, now })
    },

    sendEndOfShift: async ({ roomID, ...asked }, { caller, idempotencyKey }) => {
      requirePage('SUPERVISOR', caller)
      const thread = await requireMemberThread(db, caller.userID, { ownID: roomID })
      const report = await endOfShift(db, caller, asked, clock())
      const title = `End of shift: ${shiftTitle(report, asked)}`
      const draft = { text: endOfShiftText(title, report), replyTo: null, clientID: idempotencyKey }
      await sendMessage(db, clock, hub, caller, thread, draft)
      return { done: true }
    },

    deletePowerReport: async ({ id, version }, { caller }) => {
      const { page, name } = await requireOwnPower(db, caller, id)
      // Of two at once, one is refused.
      await changeSeen(db, 'reportDefinitions', 'report', { id, version }, {}, { caller, at: clock() })
      await db.deleteFrom('reportDefinitions').where('id', '=', id).execute()
      await told(caller, { action: 'REPORT_DELETED', page, id, label: name })
      return { done: true }
    },
  }

  /** @throws Refusal 400 naming the first who may not open the page, 404 for nobody */
  async function requireReaders(page: PowerPage, ids: readonly number[], now: number): Promise<void> {
    const readers = new Set((await readersOf(db, page, ids, now).execute()).map(({ userID }) => userID))
    for (const id of ids) {
      if (readers.has(id)) continue
      const row = await db.selectFrom('users').where('id', '=', id).select('displayName').executeTakeFirst()
      if (!row) throw new Refusal(404, 'record.gone', { one: 'person' })
      throw new Refusal(400, 'powerReport.recipient', { name: row.displayName })
    }
  }
}

const inOrder = (all: readonly { readonly id: number; readonly name: string }[]) =>
  all
    .toSorted((a, b) => byName(a.name, b.name) || a.id - b.id)
    .map(({ id, name }) => ({ id: String(id), name }))
