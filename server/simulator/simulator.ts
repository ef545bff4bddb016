import type { DemoState } from '#shared/contract/demo-clock.ts'
import { type DemoScene, type DemoSpeed, SCENE_MS } from '#shared/domain/demo-clock.ts'
import { londonField } from '#shared/domain/london-time.ts'
import type { Database } from '../db/database.ts'
import type { DemoClockTable } from '../db/schema/demo.ts'
import { ROTA } from '../demo/rota.ts'
import { type Actor as AuditActor, audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { createRandom } from '../seed/random.ts'
import { PROBLEMS } from '../seed/tickets/problems.ts'
import { readSetting } from '../settings/settings.ts'
import { type ActParts, Acts } from './acts.ts'
import { fillGap, GAP_MS, keepRota, keepTargets } from './catch-up.ts'
import { isLivingDemo } from './living-demo.ts'
import { freshMemory, type Memory, planStep } from './plan.ts'
import { asked, noteReal, roomsOf, standings, wantedCells } from './world.ts'

const PAGE = 'dashboard'
const ONLY = 1

const iso = (at: number) => new Date(at).toISOString()

const DIALLER_PROBLEMS = PROBLEMS.flatMap(({ type }, place) => (type === 'Dialler' ? [place] : []))

/** The scene that goes on; it ends by itself. */
function sceneAt({ scene, sceneAt: at }: Pick<DemoClockTable, 'scene' | 'sceneAt'>, now: number) {
  return scene === null || at === null || at + SCENE_MS <= now ? null : { name: scene, at }
}

/** What became of a step. */
interface Stepped {
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
      // One that is over may be set off again.
      if ((sceneAt(before, now)?.name ?? null) === scene) return
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
   * Fills in what was missed since the last step, where that is more than some minutes. Of two servers that start at
   * once one does it. @returns whether this one did
   */
  async catchUp(): Promise<boolean> {
    const { db, clock, shell } = this.#parts
    if (!(await this.isThere())) return false
    const now = clock()
    const filled = await db.transaction().execute(async (trx) => {
      const row = await this.#row(trx)
      const { value = null } =
        (await trx
          .selectFrom('settings')
          .where('name', '=', 'seededAt')
          .select('value')
          .executeTakeFirst()) ?? {}
      const since = row.steppedAt ?? Number(value ?? now)
      if (row.speed === 0 || now - since <= GAP_MS) return null
      // Whoever writes this first has the turn.
      await this.#write(trx, {}, now)
      const again = await this.#row(trx)
      if (again.steppedAt !== row.steppedAt) return null
      const memory: Memory = row.memory === '' ? freshMemory(now) : (JSON.parse(row.memory) as Memory)
      const real = await noteReal(trx, memory.seen, this.#online(), now)
      await keepRota(trx, now)
      await keepTargets(trx, now)
      const made = await fillGap(trx, { since, now, real, memory })
      for (const actor of Object.values(memory.actors))
        Object.assign(actor, { call: null, until: 0, shiftID: null, nextCallAt: now })
      const next = freshMemory(now)
      const kept = {
        ...next,
        steps: memory.steps,
        actors: memory.actors,
        tickets: memory.tickets,
        seen: memory.seen,
      }
      await this.#write(
        trx,
        {
          steppedAt: now,
          memory: JSON.stringify({
            ...kept,
            reviews: memory.reviews,
            keptDay: londonField(now).slice(0, 10),
          }),
        },
        now,
      )
      await audit(trx, { userID: null, displayName: 'Demo clock' }, now, {
        ...{
          action: 'DEMO_FILLED',
          page: PAGE,
          recordType: 'demoClock',
          recordID: null,
          label: 'Demo clock',
        },
        changes: [
          { field: 'since', before: null, after: iso(since) },
          { field: 'sessions', before: null, after: made.sessions },
          { field: 'calls', before: null, after: made.calls },
        ],
      })
      return made
    })
    if (filled) shell.dayChanged(ROTA.map(({ person }) => person.id))
    return filled !== null
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
    // Paused for long, or the machine slept.
    if (row.steppedAt !== null && now - row.steppedAt > GAP_MS) {
      await this.catchUp()
      return { done: 0, refused: 0 }
    }
    const today = londonField(now).slice(0, 10)
    if (before.keptDay !== today) {
      await db.transaction().execute(async (trx) => {
        await keepRota(trx, now)
        await keepTargets(trx, now)
      })
      before.keptDay = today
    }
    const real = await noteReal(db, before.seen, this.#online(), now)
    const cells = await wantedCells(db)
    const { acts, memory } = planStep(
      {
        ...{ now, speed: row.speed, people: await standings(db, now), problems: PROBLEMS.length },
        isReal: (userID) => real.has(userID),
        isWanted: (projectID, cell) => (cells.get(projectID)?.[cell]?.left ?? 0) > 0,
        asked: await asked(db, row.steppedAt ?? now, real),
        roomsOf: await roomsOf(db),
        scene: sceneAt(row, now),
        diallerProblems: DIALLER_PROBLEMS,
        excessiveShare: (await readSetting(db, 'messages.excessiveSystemIssuesPercent')) / 100,
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
