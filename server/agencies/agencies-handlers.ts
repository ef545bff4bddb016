import type * as z from 'zod/mini'
import { CONTRACTS_MAX, contractDays } from '#shared/domain/agency-contracts.ts'
import { startsLikePdf } from '#shared/domain/checklist.ts'
import { searchable } from '#shared/domain/locale.ts'
import { agencyRecord, agencyValues } from '#shared/records/admin/agency.ts'
import type { ChatPublisher } from '../chat/publisher.ts'
import type { Database } from '../db/database.ts'
import { holdTurn } from '../db/hold-turn.ts'
import type { AgencyContractTable } from '../db/schema/company.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { dayOf, type LeaverParts, leaveNow } from '../leavers/deactivate.ts'
import type { Tell } from '../leavers/moving.ts'
import { audit, type Change, changesBetween } from '../records/audit.ts'
import { changeSeen } from '../records/change.ts'
import { listRecords, recordSource } from '../records/list.ts'
import { Refusal } from '../refusal.ts'
import { keepingGrantor, requireNoWayUp } from '../roles/grantors.ts'
import { agencySource } from './agency-source.ts'
import { moveAgency } from './merge.ts'

type Values = z.output<typeof agencyValues>
type Agency = z.output<typeof agencyRecord.row>

/** Longest name of a file that is kept. */
const FILE_NAME_MAX = 200

const { page, name: recordType, words } = agencyRecord

interface AgencyServices extends LeaverParts {
  readonly hub: Pick<ChatPublisher, 'peopleAdded' | 'contactsChanged'>
}

/** Staffing agencies (spec 5 §4.4). */
export function agenciesHandlers(services: AgencyServices): AreaHandlers<'agencies'> {
  const { db, clock, hub, personChanged } = services

  /** @throws Refusal 404 where there is none */
  async function read(id: number): Promise<Agency> {
    const row = await agencySource(db, clock()).where('a.id', '=', id).executeTakeFirst()
    if (!row) throw new Refusal(404, 'record.gone', { one: words.one })
    const { roomID, workers, users, rates, ...own } = row
    const room = roomID === null ? null : { source: 'MANUAL' as const, sourceID: roomID }
    return { ...own, workers: workers ?? 0, users: users ?? 0, rates: rates ?? 0, room }
  }

  async function requireFreeName(name: string, id: number | null): Promise<void> {
    const other = await db
      .selectFrom('agencies')
      .where('nameKey', '=', searchable(name))
      .select('id')
      .executeTakeFirst()
    if (other && other.id !== id) throw new Refusal(400, 'record.nameTaken', { one: words.one }).about('name')
  }

  const told = (caller: Caller, action: string, id: number, label: string, changes: readonly Change[]) =>
    audit(db, caller, clock(), {
      action: `AGENCY_${action}`,
      page,
      recordType,
      recordID: id,
      label,
      changes,
    })

  async function make(values: Values, caller: Caller): Promise<Agency> {
    await holdTurn(db)
    await requireFreeName(values.name, null)
    const { id } = await db
      .insertInto('agencies')
      .values({
        ...values,
        nameKey: searchable(values.name),
        contractFrom: null,
        contractTo: null,
        version: 1,
        changedBy: caller.userID,
        changedAt: clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await told(caller, 'ADDED', id, values.name, changesBetween({}, values))
    return read(id)
  }

  /** Ends the accounts of an agency's own people. @throws Refusal 403 where one may do more than the caller */
  async function endUsers(trx: Database, agencyID: number, caller: Caller): Promise<Tell[]> {
    const users = await trx
      .selectFrom('users')
      .where('agencyID', '=', agencyID)
      .where('isActive', '=', 1)
      .select('id')
      .execute()
    const tell: Tell[] = []
    for (const { id } of users) {
      await requireNoWayUp(trx, caller, id)
      tell.push(
        await leaveNow(trx, services, caller, {
          ...{
            userID: id,
            leaveDate: dayOf(clock()),
            reason: 'AGENCY_ENDED',
            note: '',
            newHolder: 'MANAGER',
          },
        }),
      )
    }
    return tell
  }

  async function change(id: number, version: number, values: Values, caller: Caller): Promise<Agency> {
    const {
      workers,
      users: _users,
      rates: _rates,
      contractTo: _to,
      room: _room,
      version: _version,
      id: _id,
      ...before
    } = await read(id)
    await holdTurn(db)
    await requireFreeName(values.name, id)
    const isEnding = values.status === 'ENDED' && before.status !== 'ENDED'
    if (isEnding && workers > 0) throw new Refusal(400, 'agency.workers', { workers }).about('status')
    const row = { ...values, nameKey: searchable(values.name) }
    const stamp = { caller, at: clock() }
    const gone = await keepingGrantor(db, async (trx) => {
      await changeSeen(trx, 'agencies', words.one, { id, version }, row, stamp)
      return isEnding ? endUsers(trx, id, caller) : []
    })
    await told(
      caller,
      isEnding ? 'ENDED' : 'CHANGED',
      id,
      values.name,
      changesBetween<Values>(before, values),
    )
    for (const tell of gone) await tell()
    return read(id)
  }

  /** The agency's own days follow from those of its contracts. */
  async function settleDays(trx: Database, agencyID: number): Promise<void> {
    const contracts = await trx
      .selectFrom('agencyContracts')
      .where('agencyID', '=', agencyID)
      .select(['from', 'to'])
      .execute()
    await trx.updateTable('agencies').set(contractDays(contracts)).where('id', '=', agencyID).execute()
  }

  /** @throws Refusal 404 where there is none */
  async function readContract(id: number) {
    const found = await db.selectFrom('agencyContracts').where('id', '=', id).selectAll().executeTakeFirst()
    if (!found) throw new Refusal(404, 'record.gone', { one: 'contract' })
    return found
  }

  const contractWords = (contract: Pick<AgencyContractTable, 'name' | 'from' | 'to'>): string =>
    `${contract.name}, ${contract.from} – ${contract.to ?? ''}`.trim()

  return {
    agencyContracts: async ({ id }) => {
      await read(id)
      const rows = await db
        .selectFrom('agencyContracts as c')
        .leftJoin('users as by', 'by.id', 'c.addedBy')
        .where('c.agencyID', '=', id)
        .orderBy('c.from', 'desc')
        .orderBy('c.id', 'desc')
        .select(['c.id', 'c.name', 'c.from', 'c.to', 'c.fileName', 'by.displayName as addedBy', 'c.addedAt'])
        .execute()
      return {
        contracts: rows.map(({ addedAt, ...row }) => ({ ...row, addedAt: new Date(addedAt).toISOString() })),
      }
    },

    addAgencyContract: async ({ id: agency, file, name, from, to = null }, { caller }) => {
      const id = Number(agency)
      const { name: label } = await read(id)
      const content = new Uint8Array(await file.arrayBuffer())
      if (!startsLikePdf(content)) throw new Refusal(400, 'agency.contractType')
      const at = clock()
      await db.transaction().execute(async (trx) => {
        const { had } = await trx
          .selectFrom('agencyContracts')
          .where('agencyID', '=', id)
          .select((eb) => eb.fn.countAll<number>().as('had'))
          .executeTakeFirstOrThrow()
        if (Number(had) >= CONTRACTS_MAX)
          throw new Refusal(400, 'agency.contractsFull', { max: CONTRACTS_MAX })
        const fileName = file.name.slice(0, FILE_NAME_MAX)
        await trx
          .insertInto('agencyContracts')
          .values({ agencyID: id, name, from, to, fileName, content, addedBy: caller.userID, addedAt: at })
          .execute()
        await settleDays(trx, id)
        await audit(trx, caller, at, {
          ...{ action: 'AGENCY_CONTRACT_ADDED', page, recordType, recordID: id, label },
          changes: [{ field: 'contract', before: null, after: contractWords({ name, from, to }) }],
        })
      })
      return read(id)
    },

    agencyContractFile: async ({ id }) => {
      const { fileName, content } = await readContract(id)
      return { fileName, contentType: 'application/pdf', content }
    },

    removeAgencyContract: async ({ id }, { caller }) => {
      const contract = await readContract(id)
      const { name: label } = await read(contract.agencyID)
      await db.transaction().execute(async (trx) => {
        await trx.deleteFrom('agencyContracts').where('id', '=', id).execute()
        await settleDays(trx, contract.agencyID)
        await audit(trx, caller, clock(), {
          ...{ action: 'AGENCY_CONTRACT_REMOVED', page, recordType, recordID: contract.agencyID, label },
          changes: [{ field: 'contract', before: contractWords(contract), after: null }],
        })
      })
      return read(contract.agencyID)
    },

    listAgencies: (request, { caller }) =>
      listRecords(db, request, {
        record: agencyRecord,
        source: recordSource(agencySource(db, clock())),
        viewer: caller,
        now: clock(),
      }),
    getAgency: ({ id }) => read(id),
    endAgency: async ({ id, version }, { caller }) => {
      const { status: _, ...values } = agencyValues.parse(await read(id))
      return change(id, version, { ...values, status: 'ENDED' }, caller)
    },

    mergeAgencies: async ({ id, version, into }, { caller }) => {
      if (id === into) throw new Refusal(400, 'record.intoItself')
      await holdTurn(db)
      const [gone, kept] = [await read(id), await read(into)]
      if (kept.status === 'ENDED') throw new Refusal(400, 'agency.ended', { agency: kept.name })
      const at = clock()
      const { people, rooms } = await db.transaction().execute(async (trx) => {
        await changeSeen(trx, 'agencies', words.one, { id, version }, { status: 'ENDED' }, { caller, at })
        const moved = await moveAgency(trx, { gone, kept, at })
        for (const agency of [id, into]) await settleDays(trx, agency)
        await audit(trx, caller, at, {
          ...{ action: 'AGENCY_MERGED', page, recordType, recordID: id, label: gone.name },
          changes: [
            { field: 'into', before: gone.name, after: kept.name },
            { field: 'people', before: moved.people.length, after: 0 },
          ],
        })
        for (const { id: recordID, displayName: label } of moved.people)
          await audit(trx, caller, at, {
            ...{ action: 'PERSON_CHANGED', page, recordType: 'person', recordID, label },
            changes: [{ field: 'agencyName', before: gone.name, after: kept.name }],
          })
        return moved
      })
      for (const { threadIDs, userIDs } of rooms.joined) hub.peopleAdded(threadIDs, userIDs)
      if (people.length > 0) hub.contactsChanged()
      for (const person of people) personChanged(person.id)
      return read(into)
    },

    saveAgency: ({ id, version = 1, ...values }, { caller }) =>
      id === undefined ? make(values, caller) : change(id, version, values, caller),
  }
}
