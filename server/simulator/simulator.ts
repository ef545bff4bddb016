import type { DemoState } from '#shared/contract/demo-clock.ts'
import { type DemoScene, type DemoSpeed, SCENE_MS } from '#shared/domain/demo-clock.ts'
import type { Database } from '../db/database.ts'
import type { DemoClockTable } from '../db/schema/demo.ts'
import { type Actor as AuditActor, audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { createRandom } from '../seed/random.ts'
import { PROBLEMS } from '../seed/tickets/problems.ts'
import { type ActParts, Acts } from './acts.ts'
import { isLivingDemo } from './lazy-simulator.ts'
import { freshMemory, type Memory, planStep } from './plan.ts'
import { asked, noteReal, roomsOf, standings, wantedCells } from './world.ts'

const PAGE = 'dashboard'
const ONLY = 1

const iso = (at: number) => new Date(at).toISOString()

/** What became of a step. */
export interface Stepped {
  readonly done: number
  readonly refused: number
}

/** The demo's day (spec 4 §3.2). All that it remembers is in the database: of several servers any takes it on. */
export class Simulator {
  readonly #parts: ActParts
  readonly #acts: Acts

  constructor(parts: ActParts) {
    this.#parts = parts
    this.#acts = new Acts(parts)
  }

  /** Whether there is anything to play; what isn't the whole demo, or had its data deleted, stands still. */
  isThere(): Promise<boolean> {
    return isLivingDemo(this.#parts.db)
  }

  async #row(db: Database): Promise<Omit<DemoClockTable, 'id' | 'changedAt'>> {
    const row = await db.selectFrom('demoClock').where('id', '=', ONLY).selectAll().executeTakeFirst()
    return row ?? { speed: 1, steppedAt: null, scene: null, sceneAt: null, sceneBy: '', memory: '' }
  }

  async #write(db: Database, values: Partial<Omit<DemoClockTable, 'id'>>, now: number): Promise<void> {
    const fresh = { speed: 1 as const, steppedAt: null, scene: null, sceneAt: null, sceneBy: '', memory: '' }
    await db
      .insertInto('demoClock')
      .values({ id: ONLY, ...fresh, ...values, changedAt: now })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...values, changedAt: now }))
      .execute()
  }

  /** @throws Refusal 404 without demo data */
  async #requireDemo(): Promise<void> {
    if (!(await this.isThere())) throw new Refusal(404, 'record.gone', { one: 'demo' })
  }

  /** @throws Refusal 404 without demo data */
  async state(): Promise<DemoState> {
    await this.#requireDemo()
    const { db, clock } = this.#parts
    const now = clock()
    const { speed, steppedAt, scene, sceneAt, sceneBy, memory } = await this.#row(db)
    const { seen } = memory === '' ? { seen: {} } : (JSON.parse(memory) as Memory)
    const real = await noteReal(db, { ...seen }, this.#online(), now)
    const people = (await standings(db, now)).filter(
      ({ activity, worker }) => activity !== null && activity !== 'INACTIVE' && !real.has(worker.person.id),
    )
    return {
      ...{ speed, people: people.length, real: real.size },
      steppedAt: steppedAt === null ? null : iso(steppedAt),
      scene:
        scene === null || sceneAt === null || sceneAt + SCENE_MS <= now
          ? null
          : { name: scene, since: iso(sceneAt), until: iso(sceneAt + SCENE_MS), by: sceneBy },
    }
  }

  async speed(): Promise<DemoSpeed> {
    return (await this.#row(this.#parts.db)).speed
  }

  /** @throws Refusal 404 without demo data */
  async setSpeed(actor: AuditActor, speed: DemoSpeed): Promise<DemoState> {
    await this.#requireDemo()
    const { db, clock } = this.#parts
    const now = clock()
    await db.transaction().execute(async (trx) => {
      const before = await this.#row(trx)
      if (before.speed === speed) return
      await this.#write(trx, { speed }, now)
      await audit(trx, actor, now, {
        ...{ action: 'DEMO_CLOCK_SET', page: PAGE, recordType: 'demoClock', recordID: null },
        ...{ label: 'Demo clock', changes: [{ field: 'speed', before: before.speed, after: speed }] },
      })
    })
    this.#tell()
    return this.state()
  }

  /** Sets a scene off, or ends it. @throws Refusal 404 without demo data */
  async setScene(actor: AuditActor, scene: DemoScene | null): Promise<DemoState> {
    await this.#requireDemo()
    const { db, clock } = this.#parts
    const now = clock()
    await db.transaction().execute(async (trx) => {
      const before = await this.#row(trx)
      if (before.scene === scene) return
      await this.#write(
        trx,
        { scene, sceneAt: scene === null ? null : now, sceneBy: scene === null ? '' : actor.displayName },
        now,
      )
      await audit(trx, actor, now, {
        ...{ action: 'DEMO_SCENE_SET', page: PAGE, recordType: 'demoClock', recordID: null },
        ...{ label: 'Demo clock', changes: [{ field: 'scene', before: before.scene, after: scene }] },
      })
    })
    this.#tell()
    return this.state()
  }

  #tell(): void {
    this.#parts.shell.main.toAll('settingsChanged', [{ keys: ['demoClock'] }])
  }

  #online(): ReadonlySet<number> {
    return this.#parts.shell.main.onlineUserIDs
  }

  /** One run is one entry of the audit (spec 4 §1.10). */
  async auditRun(done: number): Promise<void> {
    const { db, clock } = this.#parts
    await audit(db, { userID: null, displayName: 'Demo clock' }, clock(), {
      ...{ action: 'DEMO_PLAYED', page: PAGE, recordType: 'demoClock', recordID: null, label: 'Demo clock' },
      changes: [{ field: 'done', before: null, after: done }],
    })
  }

  /**
   * Takes the demo's day on to now, unless it is paused. Whoever calls it holds the lease of the service: one server
   * at a time.
   */
  async step(): Promise<Stepped | null> {
    const { db, clock } = this.#parts
    if (!(await this.isThere())) return null
    const row = await this.#row(db)
    if (row.speed === 0) return null
    const now = clock()
    const before: Memory = row.memory === '' ? freshMemory(now) : (JSON.parse(row.memory) as Memory)
    const real = await noteReal(db, before.seen, this.#online(), now)
    const cells = await wantedCells(db)
    const { acts, memory } = planStep(
      {
        ...{ now, speed: row.speed, people: await standings(db, now), problems: PROBLEMS.length },
        isReal: (userID) => real.has(userID),
        isWanted: (projectID, cell) => (cells.get(projectID)?.[cell]?.left ?? 0) > 0,
        asked: await asked(db, row.steppedAt ?? now, real),
        roomsOf: await roomsOf(db),
      },
      before,
    )
    let done = 0
    const random = createRandom(memory.steps * 31)
    for (const act of acts)
      if (await this.#acts.do(act, { memory, speed: row.speed, cells, random })) done += 1
    await this.#write(db, { memory: JSON.stringify(memory), steppedAt: now }, now)
    return { done, refused: acts.length - done }
  }
}
