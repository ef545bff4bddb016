import { networkInterfaces } from 'node:os'
import type { Wire } from '../cluster/wire.ts'
import type { Database } from '../db/database.ts'
import { withinUnit } from '../db/unit-of-work.ts'
import type { EngineRun } from '../media/media-engine.ts'
import type { CallRelay, EngineAt } from './call-relay.ts'
import { ENGINE_ADDRESS } from './engine-door.ts'

/** As many as the block has that no network routes; the first is an engine's that is alone. */
const PLACES = { first: 2, last: 254 } as const

type EngineWord =
  | { readonly about: 'ENGINES' }
  | { readonly about: 'ENGINE_OFFER'; readonly fragment: string; readonly password: string }

/** A run of this server's engine. */
type Run = Pick<EngineRun, 'port' | 'address'>

interface Parts {
  readonly db: Database
  readonly wire: Wire
  readonly relay: Pick<CallRelay, 'enginesAre' | 'engineOffers'>
  readonly onTrouble: (error: unknown) => void
}

/** Where this machine is reached, if by anything. */
const ownAddress = (): string =>
  Object.values(networkInterfaces())
    .flatMap((some) => some ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.1'

/** @param place of an engine, as people's windows name it */
const nameOf = (place: number): string => ENGINE_ADDRESS.replace(/\d+$/, String(place))

/**
 * Where the media engines of several servers are: any server's relay leads to each of them, since a window's relay is
 * whichever server its connection reached. Each has a name of its own in the block that no network routes.
 */
export class EnginePlaces {
  readonly #parts: Parts
  #name = ENGINE_ADDRESS
  #run: Run | null = null
  /** The name of this server that its engine is written down by. */
  #writtenAs: string | null = null
  /** One after the other: an engine that ended and began anew is there. */
  #doing: Promise<void> = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
    parts.wire.hear((content) => {
      const word = content as EngineWord
      if (word.about === 'ENGINES') void this.load()
      else if (word.about === 'ENGINE_OFFER') parts.relay.engineOffers(word)
    })
  }

  /** Reads where all of them are. */
  load(): Promise<void> {
    return this.#next(() => this.#read())
  }

  /** This server's engine runs by that port, or doesn't for now. The others know once it is done. */
  ran(run: Run | null): Promise<void> {
    this.#run = run
    return this.#next(async () => {
      await withinUnit(() => (run === null ? this.#went() : this.#came(run)))
      await this.#read()
    })
  }

  /** This server's engine offers a connection: all relays know by what it signs. Gives the offer with its name. */
  offered(sdp: string): string {
    const fragment = /^a=ice-ufrag:(.+?)\r?$/m.exec(sdp)?.[1]
    const password = /^a=ice-pwd:(.+?)\r?$/m.exec(sdp)?.[1]
    if (fragment !== undefined && password !== undefined)
      this.#say({ about: 'ENGINE_OFFER', fragment, password })
    // The others believed this server dead for a while.
    if (this.#run !== null && this.#writtenAs !== this.#parts.wire.id()) void this.ran(this.#run)
    return sdp.replaceAll(` ${ENGINE_ADDRESS} `, ` ${this.#name} `)
  }

  #say(word: EngineWord): void {
    this.#parts.wire.say(null, word)
  }

  #next(work: () => Promise<void>): Promise<void> {
    this.#doing = this.#doing.then(work).catch((error: unknown) => this.#parts.onTrouble(error))
    return this.#doing
  }

  async #came({ port, address = ownAddress() }: Run): Promise<void> {
    const { db, wire } = this.#parts
    const serverID = wire.id()
    // Of servers that are gone.
    await db
      .deleteFrom('mediaEngines')
      .where((e) =>
        e.or([e('serverID', '=', serverID), e('serverID', 'not in', e.selectFrom('servers').select('id'))]),
      )
      .execute()
    const taken = await db.selectFrom('mediaEngines').select('place').execute()
    let place: number = PLACES.first
    while (taken.some((one) => one.place === place)) place++
    if (place > PLACES.last) throw new Error('There are more media engines than names for them.')
    await db.insertInto('mediaEngines').values({ serverID, place, host: address, port }).execute()
    this.#name = nameOf(place)
    this.#writtenAs = serverID
    this.#say({ about: 'ENGINES' })
  }

  async #went(): Promise<void> {
    const { db, wire } = this.#parts
    await db.deleteFrom('mediaEngines').where('serverID', '=', wire.id()).execute()
    this.#say({ about: 'ENGINES' })
  }

  async #read(): Promise<void> {
    const { db, wire, relay } = this.#parts
    const rows = await db
      .selectFrom('mediaEngines as e')
      .innerJoin('servers as s', 's.id', 'e.serverID')
      .select(['e.serverID', 'e.place', 'e.host', 'e.port'])
      .orderBy('e.place')
      .execute()
    relay.enginesAre(
      rows.map(
        ({ serverID, place, host, port }): EngineAt => ({
          ...{ name: nameOf(place), port },
          host: serverID === wire.id() ? '127.0.0.1' : host,
        }),
      ),
    )
  }
}
