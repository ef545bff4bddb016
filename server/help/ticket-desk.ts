import { sql } from 'kysely'
import type {
  saveTeamMember as memberCall,
  saveTicketDesk as saveCall,
  TicketDesk,
} from '#shared/contract/help-center.ts'
import type { RequestOf } from '#shared/contract/http-call.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import { ticketRecord } from '#shared/records/support/ticket.ts'
import { rowOf, type SettingKey } from '#shared/settings/registry.ts'
import type { Database } from '../db/database.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { definitionIn } from '../reports/reports.ts'
import { type SavingOptions, saveSettings } from '../settings/save-settings.ts'
import { readSettings, type SettingDefaults, usualValue } from '../settings/settings.ts'

const KEYS = {
  clocks: 'help.clocks',
  types: 'help.ticketTypes',
  teams: 'help.teams',
} as const satisfies Readonly<Record<keyof TicketDesk['versions'], SettingKey>>
type DeskRequest = RequestOf<typeof saveCall>
const HELP_PAGE = 'support.help-center'
const PARTS = Object.keys(KEYS) as (keyof typeof KEYS)[]

/** Types, teams and clocks of tickets (spec 5 §5.13), as the settings keep them. */
export async function ticketDesk(db: Database, defaults: SettingDefaults): Promise<TicketDesk> {
  const values = await readSettings(db, Object.values(KEYS), defaults)
  const rows = await db
    .selectFrom('settings')
    .where('name', 'in', Object.values(KEYS).map(rowOf))
    .select(['name', 'version'])
    .execute()
  const versionOf = (part: keyof typeof KEYS) =>
    rows.find(({ name }) => name === rowOf(KEYS[part]))?.version ?? 0
  return {
    clocks: values[KEYS.clocks],
    types: values[KEYS.types],
    teams: values[KEYS.teams],
    members: await membersByTeam(db, values[KEYS.teams]),
    versions: { clocks: versionOf('clocks'), types: versionOf('types'), teams: versionOf('teams') },
  }
}

/** Members by team; those of teams that went aren't told. */
async function membersByTeam(db: Database, teams: readonly string[]): Promise<TicketDesk['members']> {
  const rows = await db
    .selectFrom('ticketTeamMembers as m')
    .innerJoin('users as u', 'u.id', 'm.userID')
    .select(['m.team', 'm.userID', 'u.displayName'])
    .orderBy((eb) => eb.fn('lower', ['u.displayName']))
    .orderBy('m.userID')
    .execute()
  const byTeam = Map.groupBy(rows, ({ team }) => team)
  return teams.flatMap((team) => {
    const people = byTeam.get(team)?.map(({ userID, displayName }) => ({ userID, displayName }))
    return people ? [{ team, people }] : []
  })
}

/**
 * Puts somebody into a team, or takes them out. It belongs into a transaction.
 * @throws Refusal 400 where there is no such team, nobody of that id, or they handle no tickets
 */
export async function saveTeamMember(
  trx: Database,
  { team, userID, isMember }: RequestOf<typeof memberCall>,
  { caller, at, defaults = {} }: SavingOptions,
): Promise<void> {
  const { [KEYS.teams]: teams } = await readSettings(trx, [KEYS.teams], defaults)
  if (!teams.includes(team)) throw new Refusal(400, 'ticket.noTeam')
  const person = await trx
    .selectFrom('users')
    .where('id', '=', userID)
    .where('status', '=', 'ACTIVE')
    .select('displayName')
    .executeTakeFirst()
  if (!person && isMember) throw new Refusal(400, 'person.unknown')
  if (isMember && !(await handlesTickets(trx, userID)))
    throw new Refusal(400, 'ticket.notHandling', { name: person?.displayName ?? '' })
  const row = { team, userID }
  const changed = isMember
    ? await trx
        .insertInto('ticketTeamMembers')
        .values({ ...row, addedAt: at })
        .onConflict((conflict) => conflict.doNothing())
        .returning('userID')
        .executeTakeFirst()
    : await trx
        .deleteFrom('ticketTeamMembers')
        .where('team', '=', team)
        .where('userID', '=', userID)
        .returning('userID')
        .executeTakeFirst()
  if (!changed) return
  await audit(trx, caller, at, {
    action: isMember ? 'TEAM_MEMBER_ADDED' : 'TEAM_MEMBER_REMOVED',
    page: HELP_PAGE,
    recordType: 'ticketTeam',
    recordID: null,
    label: team,
    personID: userID,
    changes: [{ field: 'member', before: isMember ? null : userID, after: isMember ? userID : null }],
  })
}

async function handlesTickets(db: Database, userID: number): Promise<boolean> {
  const held = await db
    .selectFrom('userPermissions')
    .where('userID', '=', userID)
    .where('permission', '=', PERMISSIONS.ISUPERVISOR_CAN_SEE_MODULE)
    .select('userID')
    .executeTakeFirst()
  return held !== undefined
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What types were called, by what they are called now. */
const renamedIn = (types: DeskRequest['types']): ReadonlyMap<string, string> =>
  new Map(types.flatMap(({ name, was = name }) => (was === name ? [] : [[was, name]])))

/** Gives tickets, and filters of reports, the new names of types. Of two that swap names each gets its own. */
async function renameTypes(trx: Database, names: ReadonlyMap<string, string>): Promise<void> {
  if (names.size === 0) return
  const cases = [...names].map(([was, name]) => sql`when ${was} then ${name}`)
  await trx
    .updateTable('tickets')
    .set({ ticketType: sql<string>`case ${sql.ref('ticketType')} ${sql.join(cases, sql` `)} end` })
    .where('ticketType', 'in', [...names.keys()])
    .execute()
  const reports = await trx.selectFrom('reportDefinitions').select(['id', 'definition']).execute()
  for (const report of reports) {
    const definition = definitionIn(report)
    if (definition.source !== ticketRecord.name) continue
    const filters = definition.filters.map((filter) =>
      filter.field === 'ticketType'
        ? { ...filter, values: filter.values.map((value) => names.get(value) ?? value) }
        : filter,
    )
    if (!same(filters, definition.filters))
      await trx
        .updateTable('reportDefinitions')
        .set({ definition: JSON.stringify({ ...definition, filters }) })
        .where('id', '=', report.id)
        .execute()
  }
}

/**
 * Saves what changed, with the history and audit of settings. It belongs into a transaction.
 * @returns the settings that changed
 * @throws Refusal 400 for a value out of its limits, or a type that was taken away; 409 for what changed since
 */
export async function saveTicketDesk(
  trx: Database,
  request: DeskRequest,
  options: SavingOptions & { readonly defaults: SettingDefaults },
): Promise<SettingKey[]> {
  const present = await ticketDesk(trx, options.defaults)
  const kept = new Set(request.types.map(({ name, was = name }) => was))
  const wanted = {
    ...request,
    types: request.types.map(({ was: _was, ...type }) => type),
  }
  const changed = PARTS.filter((part) => !same(wanted[part], present[part]))
  // Who hasn't seen the newest types is told of that first.
  const isSeen = wanted.versions.types === present.versions.types
  const lost = isSeen ? present.types.find(({ name }) => !kept.has(name)) : undefined
  if (lost) throw new Refusal(400, 'ticket.typeStays', { name: lost.name })
  const saved = await saveSettings(
    trx,
    changed.map((part) => ({
      key: KEYS[part],
      value: same(wanted[part], usualValue(KEYS[part], options.defaults)) ? null : wanted[part],
      version: wanted.versions[part],
    })),
    options,
  )
  if (saved.includes(KEYS.types)) {
    const known = new Set(present.types.map(({ name }) => name))
    await renameTypes(trx, new Map([...renamedIn(request.types)].filter(([was]) => known.has(was))))
  }
  // A list that can't be empty: no team is called so.
  if (saved.includes(KEYS.teams))
    await trx
      .deleteFrom('ticketTeamMembers')
      .where('team', 'not in', ['', ...wanted.teams])
      .execute()
  return saved
}
