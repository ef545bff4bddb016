import type { VaultKeys } from '#shared/contract/vault.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import type { TicketServices } from '../tickets/tickets-handlers.ts'
import { VaultCompanyKey } from './company-key.ts'
import { VaultEntries } from './entries.ts'
import type { VaultNews } from './news.ts'
import { placesOf } from './people.ts'

const DONE = { done: true } as const
const KEY_COLUMNS = ['version', 'encryptionKey', 'signingKey', 'salt', 'byPassphrase', 'byRecovery'] as const

/**
 * Vaults (spec 3 §2, §7). The server keeps what clients have sealed and can open none of it: it has neither
 * passphrases nor printed keys, in any form.
 */
export function vaultHandlers(services: {
  readonly db: Database
  readonly clock: Clock
  readonly vaultNews: VaultNews
  readonly publisher: Pick<TicketServices['publisher'], 'notified'>
}): AreaHandlers<'vault'> {
  const { db, clock } = services
  const news = services.vaultNews
  const entries = new VaultEntries({ db, clock, news })

  /** The vaults that the person reads in: who reads there, or with which keys, is otherwise now. */
  async function tellPlaces(userID: number): Promise<void> {
    for (const place of await placesOf(db, userID)) news.changed(place)
  }

  /** Keeps the keys as the next version of the same pair. @returns whether they were that */
  async function kept(userID: number, { version, ...keys }: VaultKeys): Promise<boolean> {
    const row = { ...keys, version, updatedAt: clock() }
    if (version === 1) {
      const added = await db
        .insertInto('vaultKeys')
        .values({ ...row, userID })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return added.numInsertedOrUpdatedRows === 1n
    }
    const changed = await db
      .updateTable('vaultKeys')
      .set(row)
      .where('userID', '=', userID)
      .where('version', '=', version - 1)
      .where('encryptionKey', '=', keys.encryptionKey)
      .where('signingKey', '=', keys.signingKey)
      .executeTakeFirst()
    return changed.numUpdatedRows === 1n
  }

  const company = new VaultCompanyKey({ db, clock, publisher: services.publisher, keepKeys: kept })

  return {
    viewVault: (place, { caller }) => entries.of(caller.userID, place),

    viewVaultPlace: (place, { caller }) => entries.placeOf(caller.userID, place),

    vaultPlaces: (_input, { caller }) => entries.places(caller.userID),

    myVaultKeys: async (_input, { caller }) => {
      const keys = await db
        .selectFrom('vaultKeys')
        .where('userID', '=', caller.userID)
        .select(KEY_COLUMNS)
        .executeTakeFirst()
      return { keys: keys ?? null }
    },

    saveVaultKeys: async ({ keys }, { caller }) => {
      if (!(await kept(caller.userID, keys))) throw new Refusal(409, 'vault.keysChanged')
      if (keys.version === 1) await tellPlaces(caller.userID)
      return DONE
    },

    startVaultAgain: async (_input, { caller: { userID } }) => {
      await db
        .deleteFrom('vaultEntries')
        .where('source', '=', 'USER')
        .where('sourceID', '=', userID)
        .execute()
      await db.deleteFrom('vaultEntryKeys').where('userID', '=', userID).execute()
      await db.deleteFrom('vaultKeys').where('userID', '=', userID).execute()
      await tellPlaces(userID)
      return DONE
    },

    addVaultEntry: async (entry, { caller }) => {
      await entries.add(caller.userID, entry)
      return DONE
    },

    changeVaultEntry: async (entry, { caller }) => {
      await entries.change(caller.userID, entry)
      return DONE
    },

    rekeyVaultEntries: async (request, { caller }) => ({
      stale: await entries.rekey(caller.userID, request.entries),
    }),

    deleteVaultEntry: async (deletion, { caller }) => {
      await entries.remove(caller.userID, deletion)
      return DONE
    },

    noteVaultUse: async ({ entryID, use }, { caller }) => {
      await entries.noteUse(caller.userID, entryID, use)
      return DONE
    },

    vaultUses: ({ entryID }, { caller }) => entries.usesOf(caller.userID, entryID),

    vaultCompanyKey: (_input, { caller }) => company.of(caller.userID),

    agreeVaultCompanyKey: async (request, { caller }) => {
      await company.agree(caller.userID, request)
      return DONE
    },

    setVaultCompanyKey: async (request, { caller }) => {
      await company.set(caller, request)
      return DONE
    },

    vaultCompanyPeople: () => company.people(),

    openVaultForPerson: (request, { caller }) => company.open(caller, request),

    saveVaultKeysForPerson: async (request, { caller }) => {
      await company.save(caller, request)
      return DONE
    },
  }
}
