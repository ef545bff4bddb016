import type { Database } from '../db/database.ts'
import { openDirectory } from '../people/directory.ts'
import { personFaults } from '../people/person-rules.ts'
import { type Aftermath, changePeople, readKept } from '../people/save-person.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { requireNoWayUp } from '../roles/grantors.ts'
import { settlePermissions } from '../roles/settle.ts'
import { type LeaverParts, type LeavingActor, PEOPLE_PAGE } from './deactivate.ts'

/** As what somebody comes back. Days are YYYY-MM-DD. */
export interface Reinstatement {
  readonly userID: number
  readonly startDate: string
  readonly contractTypeID: number | null
  readonly areaID: number | null
  readonly managerID: number | null
  /** Of the roles that they held before, those that were confirmed; 'ALL' by a directory. */
  readonly roleIDs: readonly number[] | 'ALL'
}

/**
 * Somebody who left comes back with their id, messages and history (spec 5 §3.5), in one transaction with who
 * decides about access (`keepingGrantor`). Their password, sessions, devices, credentials and second factor don't
 * come back, and neither does what they were granted in person: an invitation comes next. For the page and SCIM.
 * @throws Refusal 404 for nobody, 409 for who works here or was erased; 400 for what the rules of people forbid;
 * 403 where they would come back as somebody who may do more than the caller
 */
export async function reinstate(
  trx: Database,
  { clock, sessions, signIns }: LeaverParts,
  actor: LeavingActor,
  { userID, roleIDs, startDate, contractTypeID, areaID, managerID }: Reinstatement,
): Promise<Aftermath> {
  const at = clock()
  const row = await trx
    .selectFrom('users')
    .where('id', '=', userID)
    .select(['displayName', 'status', 'erasedAt', 'leaveDate', 'leaveReason', 'agencyID'])
    .executeTakeFirst()
  if (!row) throw new Refusal(404, 'record.gone', { one: 'person' })
  if (row.erasedAt !== null) throw new Refusal(409, 'leaver.erased')
  if (row.status !== 'LEAVER') throw new Refusal(409, 'leaver.isHere', { name: row.displayName })
  const cleared = await trx
    .updateTable('users')
    .set({
      ...{ status: 'ACTIVE', isActive: 1, leaveDate: null, leaveReason: null, leftAt: null },
      ...{ deactivatedBy: null, erasureDue: null, passwordHash: '', mustChangePassword: 0 },
      ...{ temporaryUntil: null, lockedAt: null, lockedBy: null, lockReason: '' },
    })
    .where('id', '=', userID)
    .where('status', '=', 'LEAVER')
    .executeTakeFirst()
  // Somebody else, perhaps on another server, was first.
  if (cleared.numUpdatedRows === 0n) throw new Refusal(409, 'leaver.isHere', { name: row.displayName })
  await trx
    .deleteFrom('personalPermissions')
    .where('userID', '=', userID)
    .where('isRefusal', '=', 0)
    .execute()
  const directory = await openDirectory(trx)
  const before = (await readKept(trx, [userID])).get(userID)
  if (!before) throw new Refusal(404, 'record.gone', { one: 'person' })
  const held = before.values.roleIDs
  if (roleIDs !== 'ALL' && roleIDs.some((id) => !held.includes(id))) throw new Refusal(400, 'leaver.roleNew')
  const contract = contractTypeID === null ? null : directory.contractTypes.get(contractTypeID)
  const isThroughAgency = contract?.isAgency === true || before.values.userType === 'AGENCY'
  const values = {
    ...before.values,
    ...{ startDate, contractTypeID, areaID, managerID },
    agencyID: isThroughAgency ? row.agencyID : null,
    roleIDs: roleIDs === 'ALL' ? held : [...roleIDs],
  }
  const [fault] = personFaults(
    values,
    { ...before, values: { ...before.values, managerID: null } },
    directory,
    null,
  )
  if (fault) throw fault.refusal
  const aftermath = await changePeople(trx, { actor, at, sessions, signIns }, directory, [{ before, values }])
  const settled = await settlePermissions(trx, [userID], at)
  if (actor.permissions) await requireNoWayUp(trx, { permissions: actor.permissions }, userID)
  await audit(trx, actor, at, {
    ...{ action: 'PERSON_REINSTATED', page: PEOPLE_PAGE, recordType: 'person', recordID: userID },
    label: row.displayName,
    changes: [
      { field: 'status', before: 'LEAVER', after: 'ACTIVE' },
      { field: 'leaveDate', before: row.leaveDate, after: null },
      { field: 'startDate', before: null, after: startDate },
    ],
  })
  return { ...aftermath, settled: [...aftermath.settled, ...settled] }
}
