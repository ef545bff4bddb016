import type { RequestOf } from '#shared/contract/http-call.ts'
import type {
  addVaultEntry,
  changeVaultEntry,
  deleteVaultEntry,
  VaultEntry,
  VaultPlace,
} from '#shared/contract/vault.ts'
import { VAULT_LIMITS, type VaultUse } from '#shared/domain/vault.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import type { VaultNews } from './news.ts'
import { nameOfPlace, type Place, peopleOf, placesOf, requirePlace, type VaultPerson } from './people.ts'

const CONFLICT = 409

type NewEntry = RequestOf<typeof addVaultEntry>
type ChangedEntry = RequestOf<typeof changeVaultEntry>
type Keys = NewEntry['keys']

/** Who can be written for: of the people those with keys. */
const withKeys = (people: readonly VaultPerson[]): number[] =>
  people.flatMap(({ userID, encryptionKey }) => (encryptionKey === null ? [] : [userID]))

/**
 * @throws Refusal 400 where an entry of the person's own isn't for them alone, or one that is shared isn't for
 * its writer; 409 where it is for somebody who isn't of the place's people any more
 */
function requireReaders(userID: number, { source }: Place, people: readonly VaultPerson[], keys: Keys): void {
  const readers = keys.map((key) => key.userID)
  const isTwice = new Set(readers).size !== readers.length
  const isOnlyOwn = readers.length === 1 && readers[0] === userID
  if (isTwice || !readers.includes(userID) || (source === 'USER' && !isOnlyOwn))
    throw new Refusal(400, 'vault.otherReaders')
  const allowed = new Set(withKeys(people))
  if (!readers.every((reader) => allowed.has(reader))) throw new Refusal(CONFLICT, 'vault.readersChanged')
}

const isoTime = (time: number): string => new Date(time).toISOString()

/**
 * Sealed entries: kept, given out to those whom they were written for, and never understood. Who is of a
 * place's people is asked with each call, so that who is removed is cut off at once.
 */
export class VaultEntries {
  readonly #db: Database
  readonly #clock: Clock
  readonly #news: Pick<VaultNews, 'changed'>

  constructor(services: {
    readonly db: Database
    readonly clock: Clock
    readonly news: Pick<VaultNews, 'changed'>
  }) {
    this.#db = services.db
    this.#clock = services.clock
    this.#news = services.news
  }

  /** @throws Refusal as `requirePlace` */
  async of(userID: number, place: Place): Promise<VaultEntry[]> {
    await requirePlace(this.#db, userID, place)
    const rows = await this.#db
      .selectFrom('vaultEntries as e')
      .innerJoin('vaultEntryKeys as k', (join) =>
        join.onRef('k.entryID', '=', 'e.entryID').on('k.userID', '=', userID),
      )
      .leftJoin('vaultKeys as w', 'w.userID', 'e.writerID')
      .innerJoin('users as owner', 'owner.id', 'e.userID')
      .innerJoin('users as writer', 'writer.id', 'e.writerID')
      .where('e.source', '=', place.source)
      .where('e.sourceID', '=', place.sourceID)
      .orderBy('e.label')
      .orderBy('e.entryID')
      .select(['e.entryID', 'e.userID', 'e.label', 'e.version', 'e.writerID', 'e.ciphertext', 'e.manifest'])
      .select(['e.signature', 'e.entryTime', 'e.changedAt', 'k.point', 'k.wrapped'])
      .select(['owner.displayName as userName', 'writer.displayName as writerName'])
      .select((eb) => [
        eb.fn.coalesce('e.writerEncryptionKey', 'w.encryptionKey').as('encryptionKey'),
        eb.fn.coalesce('e.writerSigningKey', 'w.signingKey').as('signingKey'),
      ])
      .execute()
    return rows.flatMap(({ entryTime, changedAt, point, wrapped, writerID, writerName, ...row }) => {
      const { encryptionKey, signingKey, ...entry } = row
      // Written before keys stood beside entries, by somebody who has given theirs up since.
      if (encryptionKey === null || signingKey === null) return []
      return [
        {
          ...entry,
          entryTime: isoTime(entryTime),
          changedTime: isoTime(changedAt),
          writer: { userID: writerID, userName: writerName, encryptionKey, signingKey },
          key: { userID, point, wrapped },
        },
      ]
    })
  }

  /** Who reads a place, and what was deleted there. @throws Refusal as `requirePlace` */
  async placeOf(userID: number, place: Place): Promise<VaultPlace> {
    const people = await requirePlace(this.#db, userID, place)
    const { source, sourceID } = place
    const { waiting } = await this.#db
      .selectFrom('vaultEntries as e')
      .leftJoin('vaultEntryKeys as k', (join) =>
        join.onRef('k.entryID', '=', 'e.entryID').on('k.userID', '=', userID),
      )
      .where('e.source', '=', source)
      .where('e.sourceID', '=', sourceID)
      .where('k.entryID', 'is', null)
      .select(this.#db.fn.countAll<number>().as('waiting'))
      .executeTakeFirstOrThrow()
    const deleted = await this.#db
      .selectFrom('vaultDeletions as d')
      .innerJoin('users as u', 'u.id', 'd.userID')
      .where('d.source', '=', source)
      .where('d.sourceID', '=', sourceID)
      .orderBy('d.at', 'desc')
      .orderBy('d.entryID')
      .limit(VAULT_LIMITS.deleted)
      .select(['d.entryID', 'd.version', 'd.signature', 'd.userID', 'u.displayName as userName'])
      .select(['d.encryptionKey', 'd.signingKey'])
      .execute()
    return {
      name: await nameOfPlace(this.#db, place),
      people,
      waiting: Number(waiting),
      deleted: deleted.map(({ entryID, version, signature, ...signer }) => ({
        entryID,
        version,
        signature,
        signer,
      })),
    }
  }

  /** The projects and tasks of somebody's that have entries. */
  async places(userID: number) {
    const found = await placesOf(this.#db, userID)
    const places = []
    for (const { source, sourceID, entries } of found) {
      const people = await peopleOf(this.#db, { source, sourceID })
      if (!people.some((person) => person.userID === userID)) continue
      const name = await nameOfPlace(this.#db, { source, sourceID })
      const isToRekey = await this.#isToRekey(userID, { source, sourceID }, withKeys(people))
      places.push({ source, sourceID, name, entries: Number(entries), isToRekey })
    }
    return places
  }

  /** Whether an entry that the person reads has other readers than these. */
  async #isToRekey(
    userID: number,
    { source, sourceID }: Place,
    readers: readonly number[],
  ): Promise<boolean> {
    if (!readers.includes(userID)) return false
    const keys = this.#db
      .selectFrom('vaultEntryKeys as k')
      .innerJoin('vaultEntries as e', 'e.entryID', 'k.entryID')
      .where('e.source', '=', source)
      .where('e.sourceID', '=', sourceID)
      .where('k.entryID', 'in', (eb) =>
        eb.selectFrom('vaultEntryKeys as mine').where('mine.userID', '=', userID).select('mine.entryID'),
      )
    const uneven = await keys
      .groupBy('k.entryID')
      .having((eb) =>
        eb.or([
          eb(eb.fn.countAll(), '<>', readers.length),
          eb(eb.fn.sum(eb.case().when('k.userID', 'in', readers).then(0).else(1).end()), '>', 0),
        ]),
      )
      .select('k.entryID')
      .limit(1)
      .executeTakeFirst()
    return uneven !== undefined
  }

  /** @throws Refusal as `requirePlace` and `requireReaders`; 400 without keys of one's own, beyond the limit */
  async add(userID: number, { keys, source, sourceID, ...sealed }: NewEntry): Promise<void> {
    const place = { source, sourceID }
    const people = await requirePlace(this.#db, userID, place)
    const writer = await this.#keysOf(userID)
    requireReaders(userID, place, people, keys)
    await this.#requireRoom(place)
    const at = this.#clock()
    const row = { ...sealed, version: 1, source, sourceID, userID, writerID: userID, ...writer }
    const added = await this.#db
      .insertInto('vaultEntries')
      .values({ ...row, entryTime: at, changedAt: at })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows !== 1n) throw new Refusal(CONFLICT, 'vault.changedMeanwhile')
    await this.#writeKeys(sealed.entryID, keys)
    await this.#note(userID, sealed.entryID, 'ADDED')
    this.#news.changed(place)
  }

  /** @throws Refusal as `requireReader` and `requireReaders`; 409 where it has another version */
  async change(userID: number, entry: ChangedEntry): Promise<void> {
    const place = await this.#requireReader(userID, entry.entryID)
    requireReaders(userID, place, await peopleOf(this.#db, place), entry.keys)
    if (!(await this.#write(userID, entry, 'CHANGED'))) throw new Refusal(CONFLICT, 'vault.changedMeanwhile')
    this.#news.changed(place)
  }

  /**
   * The same entries for the people of today. @returns those that were written by somebody else meanwhile
   * @throws Refusal as `change`
   */
  async rekey(userID: number, entries: readonly ChangedEntry[]): Promise<string[]> {
    const stale: string[] = []
    const places = new Map<string, { place: Place; people: VaultPerson[] }>()
    for (const entry of entries) {
      const place = await this.#requireReader(userID, entry.entryID)
      const name = `${place.source} ${place.sourceID}`
      const { people } = places.get(name) ?? { people: await peopleOf(this.#db, place) }
      places.set(name, { place, people })
      requireReaders(userID, place, people, entry.keys)
      if (!(await this.#write(userID, entry, 'REKEYED'))) stale.push(entry.entryID)
    }
    for (const { place } of places.values()) this.#news.changed(place)
    return stale
  }

  /** Deletes it, and keeps that it was. @throws Refusal as `requireKeeper`; 409 where it has another version */
  async remove(
    userID: number,
    { entryID, version, signature }: RequestOf<typeof deleteVaultEntry>,
  ): Promise<void> {
    const place = await this.#requireKeeper(userID, entryID)
    const keys = await this.#keysOf(userID)
    const gone = await this.#db
      .deleteFrom('vaultEntries')
      .where('entryID', '=', entryID)
      .where('version', '=', version - 1)
      .executeTakeFirst()
    if (gone.numDeletedRows !== 1n) throw new Refusal(CONFLICT, 'vault.changedMeanwhile')
    const { source, sourceID } = place
    await this.#db
      .insertInto('vaultDeletions')
      .values({
        ...{ entryID, source, sourceID, version, userID, signature },
        encryptionKey: keys.writerEncryptionKey,
        signingKey: keys.writerSigningKey,
        at: this.#clock(),
      })
      .execute()
    this.#news.changed(place)
  }

  /** @throws Refusal 400 where the entry isn't one that the person reads */
  async noteUse(userID: number, entryID: string, use: 'VIEWED' | 'COPIED'): Promise<void> {
    await this.#requireReader(userID, entryID)
    await this.#note(userID, entryID, use)
  }

  /** The last uses of an entry, newest first. @throws Refusal as `requireKeeper` */
  async usesOf(userID: number, entryID: string) {
    await this.#requireKeeper(userID, entryID)
    const rows = await this.#db
      .selectFrom('vaultUses as u')
      .innerJoin('users', 'users.id', 'u.userID')
      .where('u.entryID', '=', entryID)
      .orderBy('u.id', 'desc')
      .limit(VAULT_LIMITS.uses)
      .select(['u.userID', 'users.displayName as userName', 'u.use', 'u.at'])
      .execute()
    return rows.map(({ at, ...use }) => ({ ...use, at: isoTime(at) }))
  }

  /**
   * The place of an entry that is written for the person and whose people they are of.
   * @throws Refusal 400 for anybody else, as if it weren't there
   */
  async #requireReader(userID: number, entryID: string): Promise<Place & { readonly ownerID: number }> {
    const entry = await this.#db
      .selectFrom('vaultEntries as e')
      .innerJoin('vaultEntryKeys as k', 'k.entryID', 'e.entryID')
      .where('e.entryID', '=', entryID)
      .where('k.userID', '=', userID)
      .select(['e.source', 'e.sourceID', 'e.userID as ownerID'])
      .executeTakeFirst()
    if (!entry) throw new Refusal(400, 'vault.gone')
    const people = await peopleOf(this.#db, entry)
    if (!people.some((person) => person.userID === userID)) throw new Refusal(400, 'vault.gone')
    return entry
  }

  /**
   * The same for who added the entry; for its other readers where that person is of the people no more.
   * @throws Refusal 403 for other readers, 400 as `requireReader`
   */
  async #requireKeeper(userID: number, entryID: string): Promise<Place> {
    const entry = await this.#requireReader(userID, entryID)
    if (entry.ownerID === userID) return entry
    const people = await peopleOf(this.#db, entry)
    if (people.some((person) => person.userID === entry.ownerID)) throw new Refusal(403, 'vault.notWriter')
    return entry
  }

  /** @throws Refusal 400 without a vault of one's own */
  async #keysOf(userID: number) {
    const keys = await this.#db
      .selectFrom('vaultKeys')
      .where('userID', '=', userID)
      .select(['encryptionKey as writerEncryptionKey', 'signingKey as writerSigningKey'])
      .executeTakeFirst()
    if (!keys) throw new Refusal(400, 'vault.notSetUp')
    return keys
  }

  async #requireRoom({ source, sourceID }: Place): Promise<void> {
    const { count } = await this.#db
      .selectFrom('vaultEntries')
      .where('source', '=', source)
      .where('sourceID', '=', sourceID)
      .select(this.#db.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) >= VAULT_LIMITS.entries)
      throw new Refusal(400, 'vault.full', { max: VAULT_LIMITS.entries })
  }

  /** @returns whether it was the version after the one that stands */
  async #write(
    userID: number,
    { entryID, version, keys, ...sealed }: ChangedEntry,
    use: VaultUse,
  ): Promise<boolean> {
    const writer = await this.#keysOf(userID)
    const changed = await this.#db
      .updateTable('vaultEntries')
      .set({ ...sealed, ...writer, version, writerID: userID, changedAt: this.#clock() })
      .where('entryID', '=', entryID)
      .where('version', '=', version - 1)
      .executeTakeFirst()
    if (changed.numUpdatedRows !== 1n) return false
    await this.#db.deleteFrom('vaultEntryKeys').where('entryID', '=', entryID).execute()
    await this.#writeKeys(entryID, keys)
    await this.#note(userID, entryID, use)
    return true
  }

  async #writeKeys(entryID: string, keys: Keys): Promise<void> {
    await this.#db
      .insertInto('vaultEntryKeys')
      .values(keys.map((key) => ({ ...key, entryID })))
      .execute()
  }

  async #note(userID: number, entryID: string, use: VaultUse): Promise<void> {
    await this.#db.insertInto('vaultUses').values({ entryID, userID, use, at: this.#clock() }).execute()
  }
}
