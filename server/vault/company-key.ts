import type { RequestOf, ResponseOf } from '#shared/contract/http-call.ts'
import type {
  agreeVaultCompanyKey,
  openVaultForPerson,
  saveVaultKeysForPerson,
  setVaultCompanyKey,
  VaultKeys,
  vaultCompanyKey,
  vaultCompanyPeople,
} from '#shared/contract/vault.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { afterCommit } from '../db/unit-of-work.ts'
import type { Caller } from '../http/handlers.ts'
import { keepNotifications } from '../notifications/notification-store.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import type { TicketServices } from '../tickets/tickets-handlers.ts'

const CONFLICT = 409
/** Who opened somebody's keys may save them anew for so long. */
const OPENED_MS = 3_600_000
const PAGE = ''
const COMPANY_KEY = 'vaultCompanyKey'
const OPENED = 'VAULT_OPENED_BY_COMPANY'
const KEY_COLUMNS = ['version', 'encryptionKey', 'signingKey', 'salt', 'byPassphrase', 'byRecovery'] as const

const isoTime = (time: number): string => new Date(time).toISOString()

interface CompanyKeyServices {
  readonly db: Database
  readonly clock: Clock
  readonly publisher: Pick<TicketServices['publisher'], 'notified'>
}

/**
 * The company's own way into vaults of people who agreed to it (spec 3 §2). The server has the public half, and
 * what it seals: neither opens anything here. The private half is printed once and typed where it is needed.
 */
export class VaultCompanyKey {
  readonly #db: Database
  readonly #clock: Clock
  readonly #publisher: CompanyKeyServices['publisher']
  /** Keeps somebody's keys as the next version of the same pair. @returns whether they were that */
  readonly #keepKeys: (userID: number, keys: VaultKeys) => Promise<boolean>

  constructor(
    services: CompanyKeyServices & {
      readonly keepKeys: (userID: number, keys: VaultKeys) => Promise<boolean>
    },
  ) {
    this.#db = services.db
    this.#clock = services.clock
    this.#publisher = services.publisher
    this.#keepKeys = services.keepKeys
  }

  /** The one that holds, and whether this person agreed to it with the keys that they have. */
  async of(userID: number): Promise<ResponseOf<typeof vaultCompanyKey>> {
    const key = await this.#db
      .selectFrom('vaultCompanyKeys as c')
      .innerJoin('users as u', 'u.id', 'c.madeBy')
      .where('c.holds', '=', 1)
      .select(['c.publicKey', 'c.madeAt', 'u.displayName'])
      .executeTakeFirst()
    const seal = await this.#seals().where('s.userID', '=', userID).select('s.companyKey').executeTakeFirst()
    return {
      key: key ? { publicKey: key.publicKey, madeBy: key.displayName, madeTime: isoTime(key.madeAt) } : null,
      agreed: seal?.companyKey ?? null,
    }
  }

  /** @throws Refusal 409 where the company has another key, 400 without a vault */
  async agree(userID: number, { seal }: RequestOf<typeof agreeVaultCompanyKey>): Promise<void> {
    await this.#db.deleteFrom('vaultCompanySeals').where('userID', '=', userID).execute()
    if (seal === null) return
    const keys = await this.#db
      .selectFrom('vaultKeys')
      .where('userID', '=', userID)
      .select('encryptionKey')
      .executeTakeFirst()
    if (!keys) throw new Refusal(400, 'vault.notSetUp')
    const made = await this.#db
      .insertInto('vaultCompanySeals')
      .columns(['userID', 'companyKey', 'encryptionKey', 'point', 'wrapped', 'at'])
      .expression((eb) =>
        eb
          .selectFrom('vaultCompanyKeys')
          .where('publicKey', '=', seal.companyKey)
          .where('holds', '=', 1)
          .select((of) => [
            of.val(userID).as('userID'),
            'publicKey as companyKey',
            of.val(keys.encryptionKey).as('encryptionKey'),
            of.val(seal.point).as('point'),
            of.val(seal.wrapped).as('wrapped'),
            of.val(this.#clock()).as('at'),
          ]),
      )
      .executeTakeFirst()
    if (made.numInsertedOrUpdatedRows !== 1n) throw new Refusal(CONFLICT, 'vault.companyKeyChanged')
  }

  /** @throws Refusal 409 where another key holds than the caller saw */
  async set(caller: Caller, { replaces, key }: RequestOf<typeof setVaultCompanyKey>): Promise<void> {
    const at = this.#clock()
    if (replaces !== null) {
      const ended = await this.#db
        .updateTable('vaultCompanyKeys')
        .set({ holds: null, sealed: '' })
        .where('publicKey', '=', replaces)
        .where('holds', '=', 1)
        .executeTakeFirst()
      if (ended.numUpdatedRows !== 1n) throw new Refusal(CONFLICT, 'vault.companyKeyChanged')
      await this.#db.deleteFrom('vaultCompanySeals').execute()
    }
    if (key !== null) {
      const row = { ...key, madeBy: caller.userID, madeAt: at, holds: 1 }
      const made = await this.#db
        .insertInto('vaultCompanyKeys')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (made.numInsertedOrUpdatedRows !== 1n) throw new Refusal(CONFLICT, 'vault.companyKeyChanged')
    } else if (replaces === null) return
    await audit(this.#db, caller, at, {
      action: key === null ? 'VAULT_COMPANY_KEY_ENDED' : 'VAULT_COMPANY_KEY_SET',
      page: PAGE,
      recordType: COMPANY_KEY,
      recordID: null,
      label: '',
      changes: [{ field: 'publicKey', before: replaces, after: key?.publicKey ?? null }],
    })
  }

  async people(): Promise<ResponseOf<typeof vaultCompanyPeople>> {
    const rows = await this.#seals()
      .innerJoin('users as u', 'u.id', 's.userID')
      .orderBy('u.displayName')
      .orderBy('u.id')
      .select(['s.userID', 's.at', 'u.displayName'])
      .execute()
    const { of } = await this.#db
      .selectFrom('vaultKeys')
      .select((eb) => eb.fn.countAll<number>().as('of'))
      .executeTakeFirstOrThrow()
    const people = rows.map(({ userID, at, displayName }) => ({
      userID,
      userName: displayName,
      agreedTime: isoTime(at),
    }))
    return { people, of: Number(of) }
  }

  /** @throws Refusal 400 for one's own, 404 where the person didn't agree to the key that holds */
  async open(
    caller: Caller,
    { userID, reason }: RequestOf<typeof openVaultForPerson>,
  ): Promise<ResponseOf<typeof openVaultForPerson>> {
    if (userID === caller.userID) throw new Refusal(400, 'vault.companyOwn')
    const found = await this.#seals()
      .innerJoin('vaultCompanyKeys as c', 'c.publicKey', 's.companyKey')
      .innerJoin('users as u', 'u.id', 's.userID')
      .where('c.holds', '=', 1)
      .where('s.userID', '=', userID)
      .select(['s.companyKey', 's.point', 's.wrapped', 'c.sealed', 'u.displayName'])
      .select(KEY_COLUMNS.map((column) => `k.${column}` as const))
      .executeTakeFirst()
    if (!found) throw new Refusal(404, 'vault.companyNotAgreed')
    const { companyKey, point, wrapped, sealed, displayName, ...keys } = found
    await this.#tell(caller, { userID, displayName }, reason)
    return { keys, seal: { companyKey, point, wrapped }, sealed }
  }

  /** @throws Refusal 403 where the caller didn't open them within the last hour, 409 where they are others by now */
  async save(caller: Caller, { userID, keys }: RequestOf<typeof saveVaultKeysForPerson>): Promise<void> {
    const at = this.#clock()
    const opened = await this.#db
      .selectFrom('audit')
      .innerJoin('users as u', 'u.id', 'audit.personID')
      .where('action', '=', OPENED)
      .where('actorID', '=', caller.userID)
      .where('personID', '=', userID)
      .where('at', '>', at - OPENED_MS)
      .select('u.displayName')
      .executeTakeFirst()
    if (!opened) throw new Refusal(403, 'vault.companyNotOpened')
    if (keys.version === 1 || !(await this.#keepKeys(userID, keys)))
      throw new Refusal(CONFLICT, 'vault.companyKeysChanged')
    await audit(this.#db, caller, at, {
      action: 'VAULT_PRINTED_KEY_MADE_BY_COMPANY',
      page: PAGE,
      recordType: 'person',
      recordID: userID,
      label: opened.displayName,
    })
  }

  /** Seals of people whose keys are still those that were sealed, and for the key that holds. */
  #seals() {
    return this.#db
      .selectFrom('vaultCompanySeals as s')
      .innerJoin('vaultKeys as k', (join) =>
        join.onRef('k.userID', '=', 's.userID').onRef('k.encryptionKey', '=', 's.encryptionKey'),
      )
  }

  async #tell(
    caller: Caller,
    { userID, displayName }: { readonly userID: number; readonly displayName: string },
    reason: string,
  ): Promise<void> {
    const at = this.#clock()
    await audit(this.#db, caller, at, {
      action: OPENED,
      page: PAGE,
      recordType: 'person',
      recordID: userID,
      label: displayName,
      reason,
    })
    const kept = await keepNotifications(this.#db, at, [
      {
        userID,
        type: 'NEW_UPDATE',
        subject: `${caller.displayName} opened your vault with the company’s key`,
        body: reason,
        source: 'VAULT',
        cssClass: 'warning',
      },
    ])
    afterCommit(() => this.#publisher.notified(kept))
  }
}
