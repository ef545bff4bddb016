import { searchable } from '#shared/domain/locale.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import type { Database } from '../db/database.ts'
import { builtInRoleID, makeBuiltInRoles, writeRolePermissions } from '../roles/first-roles.ts'
import { settlePermissions } from '../roles/settle.ts'
import { personalAccessOf, RESTRICTED_SUPERVISOR } from './demo-accounts.ts'
import { pdf } from './files.ts'
import { insertRows } from './insert.ts'
import { PEOPLE, type Person } from './people.ts'
import { BUILT_IN_ROLE_OF, MANAGER_ROLE } from './roles.ts'

async function makeManagerRole(trx: Database, at: number): Promise<number> {
  const { name, description, permissions } = MANAGER_ROLE
  const { id } = await trx
    .insertInto('roles')
    .values({
      version: 1,
      name,
      nameKey: searchable(name),
      description,
      defaultUserTypes: '[]',
      builtIn: null,
      offered: '[]',
      changedBy: null,
      changedAt: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const numbers = new Set(permissions.map((permission) => PERMISSIONS[permission]))
  await writeRolePermissions(trx, id, [...numbers], at)
  return id
}

/** Who at the demo company works for an agency, by the end of their job's name. */
const AGENCY = 'Bright Staffing'

/** The agency whose people sign in, and one that is suspended. */
export async function seedAgencies(trx: Database, at: number): Promise<void> {
  const rows = [
    [1, AGENCY, 'BRI', 'ACTIVE', 'Gemma Stacey', 'hello@bright.example', 30, 24],
    [2, 'Northern Temps', 'NOR', 'SUSPENDED', 'Alan Peel', 'desk@northern-temps.example', 14, 48],
  ] as const
  await insertRows(
    trx,
    'agencies',
    [
      'id',
      'name',
      'nameKey',
      'code',
      'status',
      'contactName',
      'email',
      'paymentTermsDays',
      'minimumNoticeHours',
      'phone',
      'address',
      'companyNumber',
      'vatNumber',
      'version',
      'changedAt',
    ],
    rows.map(([id, name, ...rest]) => [id, name, searchable(name), ...rest, '', '', '', '', 1, at]),
  )
  // From when the company began, for three years.
  const from = new Date(at).toISOString().slice(0, 10)
  const to = `${Number(from.slice(0, 4)) + 3}${from.slice(4, 8)}28`
  await trx
    .insertInto('agencyContracts')
    .values({
      ...{ agencyID: 1, name: 'Framework agreement', from, to, fileName: 'Framework agreement.pdf' },
      content: pdf(['Framework agreement', AGENCY, '', `${from} to ${to}`]),
      ...{ addedBy: null, addedAt: at },
    })
    .execute()
  await trx.updateTable('agencies').set({ contractFrom: from, contractTo: to }).where('id', '=', 1).execute()
  const own = PEOPLE.filter(({ role }) => role.endsWith(AGENCY)).map(({ id }) => id)
  await trx.updateTable('users').set({ agencyID: 1 }).where('id', 'in', own).execute()
}

/** Roles, and what the people of the demo company may do by them and by themselves. */
export async function seedAccess(trx: Database, at: number): Promise<void> {
  await makeBuiltInRoles(trx, at)
  const managerRole = await makeManagerRole(trx, at)
  const roleOf = async ({ id, type }: Person): Promise<number> => {
    if (type === 'MANAGER') return managerRole
    return builtInRoleID(
      trx,
      id === RESTRICTED_SUPERVISOR.id ? 'RESTRICTED_SUPERVISOR' : BUILT_IN_ROLE_OF[type],
    )
  }
  const given: unknown[][] = []
  for (const person of PEOPLE) given.push([person.id, await roleOf(person), 'HAND', at])
  await insertRows(trx, 'userRoles', ['userID', 'roleID', 'source', 'since'], given)
  const own = PEOPLE.flatMap((person) => {
    const access = personalAccessOf(person)
    if (!access) return []
    const row = (isRefusal: number) => (name: (typeof access.granted)[number]) => [
      person.id,
      PERMISSIONS[name],
      isRefusal,
      access.reason,
      at,
    ]
    return [...access.granted.map(row(0)), ...access.withheld.map(row(1))]
  })
  await insertRows(trx, 'personalPermissions', ['userID', 'permission', 'isRefusal', 'reason', 'since'], own)
  await settlePermissions(
    trx,
    PEOPLE.map(({ id }) => id),
    at,
  )
}
