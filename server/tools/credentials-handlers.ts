import type * as z from 'zod/mini'
import type { credentialValues, ToolCredential } from '#shared/contract/credentials.ts'
import { byName } from '#shared/domain/locale.ts'
import { londonDayAfter, londonField } from '#shared/domain/london-time.ts'
import {
  CREDENTIAL_WARNING_DAYS,
  type CredentialTool,
  isExpired,
  VPN_ENTRIES_MAX,
} from '#shared/domain/tool-credentials.ts'
import type { Sealer } from '../auth/sealer.ts'
import type { Background } from '../background.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { inOneUnit } from '../db/unit-of-work.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { requireSeen } from '../people/scope.ts'
import { audit, auditRead, type Change, changesBetween } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { credentialImportHandlers } from './credential-import-handlers.ts'
import { CredentialImports } from './credential-imports.ts'
import { credentialFault, wordsOf } from './credential-rules.ts'
import {
  CREDENTIAL_TABLES,
  type Entry,
  entryID,
  entryOf,
  type Holder,
  ownEntries,
  roleEntries,
  sealFor,
  unsealFor,
  usedEntries,
} from './tool-credentials.ts'

type Values = z.output<typeof credentialValues>
interface Whose {
  readonly userID?: number | undefined
  readonly roleID?: number | undefined
}

const PAGE = 'admin.active-users'
const ADAPTORS_PAGE = 'admin.configuration.connection-adaptors'
const ONE = 'tool credential'

function requireGood({ tool, userName, address }: Values, password: string): void {
  const fault = credentialFault(tool, { userName, password, url: address })
  if (fault) throw fault
}

/** What people and roles sign in to tools with, for who keeps it (spec 5 §5.5). Nobody is told a password. */
export function credentialsHandlers({
  db,
  clock,
  sealer,
  background,
  personChanged,
}: {
  readonly db: Database
  readonly clock: Clock
  readonly sealer: Sealer
  readonly background: Pick<Background, 'run'>
  /** Tells lists of people that somebody's account is otherwise. */
  readonly personChanged: (userID: number) => void
}): AreaHandlers<'credentials'> {
  const today = () => londonField(clock()).slice(0, 10)

  /** Whose they are, with the name. @throws Refusal 404 where there is no such person or role, 409 for a leaver */
  async function holderOf(trx: Database, caller: Caller, { userID, roleID }: Whose) {
    if (userID !== undefined) {
      await requireSeen(trx, caller, userID)
      const { displayName, status } = await trx
        .selectFrom('users')
        .where('id', '=', userID)
        .select(['displayName', 'status'])
        .executeTakeFirstOrThrow()
      return {
        holder: { kind: 'PERSON', id: userID } as Holder,
        name: displayName,
        isGone: status === 'LEAVER',
      }
    }
    const role = await trx
      .selectFrom('roles')
      .where('id', '=', roleID ?? 0)
      .select(['id', 'name'])
      .executeTakeFirst()
    if (!role) throw new Refusal(404, 'record.gone', { one: 'role' })
    return { holder: { kind: 'ROLE', id: role.id } as Holder, name: role.name, isGone: false }
  }

  function shown(entry: Entry, isUsed: boolean): ToolCredential {
    const { holder, holderName, tool, place, sealed, updatedAt, changedBy, expires, ...rest } = entry
    const { userName, password, url } = unsealFor(sealer, holder, tool, place, sealed)
    return {
      ...{ id: entryID(tool, place), version: rest.version, tool, userName, address: url },
      holder: { ...holder, name: holderName },
      hasPassword: password !== '',
      ...{ isAutoConnect: rest.isAutoConnect, forceReload: rest.forceReload, expires, isUsed },
      isExpired: isExpired(expires, today()),
      updatedAt: updatedAt === 0 ? null : new Date(updatedAt).toISOString(),
      updatedBy: changedBy,
    }
  }

  const entriesOf = (trx: Database, { kind, id }: Holder): Promise<Entry[]> =>
    kind === 'PERSON'
      ? ownEntries(trx, id)
      : roleEntries(trx, null).then((all) => all.filter(({ holder }) => holder.id === id))

  const told = (
    trx: Database,
    caller: Caller,
    verb: string,
    { holder, name, tool }: { holder: Holder; name: string; tool: CredentialTool },
    changes: readonly Change[] = [],
  ) =>
    audit(trx, caller, clock(), {
      ...{ action: `TOOL_CREDENTIAL_${verb}`, recordType: 'toolCredentials', recordID: null, changes },
      page: holder.kind === 'PERSON' ? PAGE : ADAPTORS_PAGE,
      label: `${wordsOf(tool)}: ${name}`,
      personID: holder.kind === 'PERSON' ? holder.id : null,
    })

  /** @throws Refusal 404 where the entry is gone, 409 where somebody changed it since */
  async function throwChanged(trx: Database, holder: Holder, id: number): Promise<never> {
    const now = (await entriesOf(trx, holder)).find(({ tool, place }) => entryID(tool, place) === id)
    if (!now) throw new Refusal(404, 'record.gone', { one: ONE })
    throw new Refusal(409, 'record.changed', {
      name: now.changedBy,
      at: new Date(now.updatedAt).toISOString(),
    })
  }

  /** Where a new entry goes. @throws Refusal 409 where the tool has one already, or as many as it can have */
  async function freePlace(trx: Database, holder: Holder, name: string, tool: CredentialTool) {
    const places = (await entriesOf(trx, holder)).filter((one) => one.tool === tool).map(({ place }) => place)
    if (tool === 'VPN' && places.length < VPN_ENTRIES_MAX) return Math.max(-1, ...places) + 1
    if (tool === 'VPN') throw new Refusal(409, 'credential.enough', { max: VPN_ENTRIES_MAX })
    if (places.length > 0) throw new Refusal(409, 'credential.there', { name, tool: wordsOf(tool) })
    return 0
  }

  const rowOf = ({ tool, isAutoConnect, forceReload, expires }: Values, caller: Caller) => ({
    isAutoConnect: isAutoConnect && tool === 'VPN' ? 1 : 0,
    forceReload: forceReload && tool === 'SURVEY_TOOL' ? 1 : 0,
    ...{ expires, updatedAt: clock(), changedBy: caller.userID },
  })
  const auditedOf = ({ userName, address, isAutoConnect, forceReload, expires }: Omit<Values, 'tool'>) => ({
    ...{ userName, address, isAutoConnect, forceReload, expires },
  })

  return {
    ...credentialImportHandlers({
      ...{ db, clock, sealer },
      imports: new CredentialImports({ db, clock, sealer, background, personChanged }),
    }),

    listCredentials: async ({ userID }, { caller }) => {
      const mayKeep = caller.permissions.can('ADMIN_CAN_MANAGE_CREDENTIALS')
      if (userID === undefined) {
        if (!mayKeep) throw new Refusal(403, 'accessDenied')
        const until = londonField(londonDayAfter(clock(), CREDENTIAL_WARNING_DAYS)).slice(0, 10)
        const expiring = await db
          .selectFrom('toolCredentials as c')
          .innerJoin('users as u', 'u.id', 'c.userID')
          .where('c.expires', '>=', today())
          .where('c.expires', '<=', until)
          .orderBy('c.expires')
          .orderBy('u.id')
          .limit(500)
          .select(['c.userID', 'u.displayName as name', 'c.tool', 'c.place', 'c.expires'])
          .execute()
        return {
          credentials: (await roleEntries(db, null)).map((entry) =>
            shown(entry, !isExpired(entry.expires, today())),
          ),
          expiring: expiring.flatMap(({ expires, place, ...one }) =>
            expires === null ? [] : [{ ...one, id: entryID(one.tool, place), expires }],
          ),
        }
      }
      const { name } = await holderOf(db, caller, { userID })
      await auditRead(db, caller, clock(), {
        ...{
          action: 'TOOL_CREDENTIALS_READ',
          page: PAGE,
          recordType: 'person',
          recordID: userID,
          label: name,
        },
      })
      const used = new Set(
        (await usedEntries(db, userID, today())).map(
          ({ holder, tool, place }) => `${holder.kind} ${holder.id} ${tool} ${place}`,
        ),
      )
      const entries = [...(await ownEntries(db, userID)), ...(mayKeep ? await roleEntries(db, userID) : [])]
      return {
        credentials: entries
          .filter(({ tool }) => mayKeep || tool === 'VPN')
          .map((entry) => {
            const { holder, tool, place } = entry
            return shown(entry, used.has(`${holder.kind} ${holder.id} ${tool} ${place}`))
          }),
        expiring: [],
      }
    },

    saveCredential: ({ userID, roleID, id, version = 1, password, ...values }, { caller }) =>
      inOneUnit(async () => {
        const { holder, name, isGone } = await holderOf(db, caller, { userID, roleID })
        if (isGone) throw new Refusal(409, 'leaver.gone', { name })
        const { table, whose } = CREDENTIAL_TABLES[holder.kind]
        const about = { holder, name, tool: values.tool }
        const set: Change[] = [{ field: 'password', before: 'changed', after: 'changed' }]
        let place: number
        if (id === undefined) {
          requireGood(values, password ?? '')
          place = await freePlace(db, holder, name, values.tool)
          const details = { userName: values.userName, password: password ?? '', url: values.address }
          const added = await db
            .insertInto(table)
            .values({
              ...{ [whose]: holder.id, tool: values.tool, place, ...rowOf(values, caller) },
              sealed: sealFor(sealer, holder, values.tool, place, details),
            } as never)
            .onConflict((conflict) => conflict.doNothing())
            .returning('place')
            .executeTakeFirst()
          // Somebody else was quicker.
          if (!added) throw new Refusal(409, 'credential.there', { name, tool: wordsOf(values.tool) })
          await told(db, caller, 'ADDED', about, [...changesBetween({}, auditedOf(values)), ...set])
        } else {
          const at = entryOf(id)
          const before = (await entriesOf(db, holder)).find(
            (one) => one.tool === at?.tool && one.place === at.place,
          )
          if (!before) throw new Refusal(404, 'record.gone', { one: ONE })
          if (before.tool !== values.tool) throw new Refusal(400, 'credential.otherTool')
          place = before.place
          const was = unsealFor(sealer, holder, before.tool, place, before.sealed)
          if (password === undefined && was.password !== '' && was.url !== values.address)
            throw new Refusal(400, 'credential.passwordAgain')
          const kept = password ?? was.password
          requireGood(values, kept)
          const { numUpdatedRows } = await db
            .updateTable(table)
            .set({
              ...rowOf(values, caller),
              version: version + 1,
              sealed: sealFor(sealer, holder, values.tool, place, {
                ...{ userName: values.userName, password: kept, url: values.address },
              }),
            })
            .where(whose, '=', holder.id)
            .where('tool', '=', values.tool)
            .where('place', '=', place)
            .where('version', '=', version)
            .executeTakeFirst()
          if (numUpdatedRows === 0n) await throwChanged(db, holder, id)
          const changes = changesBetween(
            auditedOf({ ...before, ...was, address: was.url }),
            auditedOf(values),
          )
          await told(db, caller, 'CHANGED', about, [...changes, ...(password === undefined ? [] : set)])
        }
        if (userID !== undefined) personChanged(userID)
        const entries = await entriesOf(db, holder)
        const saved = entries.find((one) => one.tool === values.tool && one.place === place)
        if (!saved) throw new Refusal(404, 'record.gone', { one: ONE })
        return shown(saved, !isExpired(saved.expires, today()))
      }),

    removeCredential: ({ userID, roleID, id, version }, { caller }) =>
      inOneUnit(async () => {
        const { holder, name } = await holderOf(db, caller, { userID, roleID })
        const at = entryOf(id)
        if (!at) throw new Refusal(404, 'record.gone', { one: ONE })
        const mayRemove = caller.permissions.can(
          at.tool === 'VPN' ? 'CAN_DELETE_VPN' : 'ADMIN_CAN_MANAGE_CREDENTIALS',
        )
        // Whoever may only remove VPN entries has nothing to do with roles'.
        if (!mayRemove || (roleID !== undefined && !caller.permissions.can('ADMIN_CAN_MANAGE_CREDENTIALS')))
          throw new Refusal(403, 'accessDenied')
        const { table, whose } = CREDENTIAL_TABLES[holder.kind]
        const { numDeletedRows } = await db
          .deleteFrom(table)
          .where(whose, '=', holder.id)
          .where('tool', '=', at.tool)
          .where('place', '=', at.place)
          .where('version', '=', version)
          .executeTakeFirst()
        if (numDeletedRows === 0n) await throwChanged(db, holder, id)
        await told(db, caller, 'REMOVED', { holder, name, tool: at.tool })
        if (userID !== undefined) personChanged(userID)
        return { done: true }
      }),

    credentialRoles: async () => {
      const rows = await db
        .selectFrom('roles as r')
        .select(['r.id', 'r.name'])
        .select((eb) =>
          eb
            .selectFrom('userRoles as held')
            .innerJoin('users as u', 'u.id', 'held.userID')
            .whereRef('held.roleID', '=', 'r.id')
            .where('u.status', '!=', 'LEAVER')
            .select((inner) => inner.fn.count<number>('held.userID').distinct().as('n'))
            .as('people'),
        )
        .execute()
      return {
        roles: rows
          .map(({ people, ...role }) => ({ ...role, people: Number(people ?? 0) }))
          .toSorted((a, b) => byName(a.name, b.name)),
      }
    },
  }
}
