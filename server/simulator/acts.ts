import { REAL_MS, SCENE_MS } from '#shared/domain/demo-clock.ts'
import { isDialling } from '#shared/domain/dialler.ts'
import { londonDayAfter, londonField } from '#shared/domain/london-time.ts'
import { guideFor } from '#shared/domain/ticket-guide.ts'
import { writeTranscript } from '#shared/domain/ticket-transcript.ts'
import { endIdle } from '../activity/idle-time.ts'
import { switchActivity } from '../activity/sessions.ts'
import { findPerson } from '../auth/people.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { inOneUnit } from '../db/unit-of-work.ts'
import { workerOf } from '../demo/rota.ts'
import type { AllHandlers, CallContext, Caller } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import { createRandom, type Random } from '../seed/random.ts'
import { PROBLEMS } from '../seed/tickets/problems.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import { ADVICE, ANSWERS, LINES, NOTE, PRAISE, REASONS } from './lines.ts'
import { type Act, type Memory, type OpenTicket, ticketTimes } from './plan.ts'
import { signedInSince, wantedCells } from './world.ts'

export interface ActParts {
  readonly db: Database
  readonly clock: Clock
  readonly shell: Pick<LiveShell, 'main' | 'tellActivity' | 'callEnded' | 'dayChanged'>
  readonly handlers: Pick<
    AllHandlers,
    'activity' | 'myDay' | 'tickets' | 'help' | 'chat' | 'booking' | 'bookingWindows' | 'campaigns' | 'qc'
  >
}

interface Doing {
  readonly memory: Memory
  readonly speed: number
  /** Ids of the cells of each project, in their order. */
  readonly cells: ReadonlyMap<number, readonly { readonly id: number }[]>
  readonly random: Random
}

const REVIEW_MS = 8 * 60_000
/** London's hour from which it is evening. */
const EVENING = 16
const DAY = 86_400_000

/** How a call of somebody of the demo reaches a handler. */
function contextOf(caller: Caller): CallContext<never> & { readonly caller: Caller } {
  return { caller, address: '', host: undefined, protocol: 'http', forwardedBy: null, idempotencyKey: null }
}

/** Does what was planned, as the people themselves would (spec 4 §3.2): by the calls that their windows make. */
export class Acts {
  readonly #parts: ActParts

  constructor(parts: ActParts) {
    this.#parts = parts
  }

  /** Does one thing, all of it or nothing. @returns whether it was done; it isn't where a rule forbids it */
  async do(act: Act, doing: Doing): Promise<boolean> {
    try {
      return await inOneUnit(async () => {
        if (await this.#isReal(act.userID)) return false
        await this.#act(act, doing)
        return true
      })
    } catch (error) {
      // What a rule forbids isn't done, as with anybody else.
      if (error instanceof Refusal) return false
      throw error
    }
  }

  /** Whether they have come this moment. */
  async #isReal(userID: number): Promise<boolean> {
    const { db, clock, shell } = this.#parts
    if (await shell.main.isConnected(userID)) return true
    return (await signedInSince(db, clock() - REAL_MS, userID)).has(userID)
  }

  async #callerOf(userID: number): Promise<Caller> {
    const person = await findPerson(this.#parts.db, userID, this.#parts.clock())
    if (!person) throw new Refusal(400, 'person.unknown')
    const { userName, displayName, permissions, role, userType, manager } = person
    return {
      ...{ sessionID: '', userID, userName, displayName, permissions },
      claims: {
        ...{ userId: userID, interviewerNameId: String(userID), name: displayName, userName, manager, role },
        ...{ allowedPermissions: '', userType, tokenType: 'OTHER', exp: 0 },
      },
    }
  }

  async #act(act: Act, doing: Doing): Promise<void> {
    const context = contextOf(await this.#callerOf(act.userID))
    switch (act.kind) {
      case 'START':
      case 'SWITCH':
        return this.#go(act, context)
      case 'END': {
        const { handlers } = this.#parts
        await handlers.myDay.endShift(undefined, context)
        return
      }
      case 'CALL':
        return this.#record(act, doing)
      case 'DIALLER':
        return this.#dialler(act)
      case 'TICKET':
        return this.#raise(act, doing, context)
      case 'STOP':
        await this.#parts.handlers.help.startSystemIssue({ ticketID: act.ticket }, context)
        doing.memory.scene?.tickets.push(act.ticket)
        return
      case 'FILL':
        return this.#fill()
      case 'RISK':
        return this.#risk(doing.memory)
      case 'CALM':
        return this.#calm(act.calls)
      case 'BOOK':
        return this.#book(context)
      case 'TAKE':
        await this.#parts.handlers.tickets.assignTicketToMe({ id: act.ticket.id }, context)
        return
      case 'RESOLVE':
        return this.#resolve(act, context)
      case 'CHAT':
      case 'ANSWER':
        return this.#write(act, context)
      case 'REQUEST':
        return this.#ask(act, context)
      case 'REVIEW':
        return this.#review(act, doing, context)
      case 'SUBMIT':
        return this.#submit(act, context)
    }
  }

  /** Goes over to an activity; what the person may not choose by themselves is given to them. */
  async #go(
    { kind, userID, activity, projectID, category }: Extract<Act, { kind: 'START' | 'SWITCH' }>,
    context: ReturnType<typeof contextOf>,
  ): Promise<void> {
    const { db, clock, shell, handlers } = this.#parts
    const project = projectID === null ? null : await projectName(db, projectID)
    const wanted = {
      activity,
      ...(project !== null && { project }),
      ...(category !== null && { category }),
    }
    const location = workerOf(userID)?.location ?? 'OFFICE'
    try {
      if (kind === 'START') await handlers.myDay.startShift({ ...wanted, location }, context)
      else await handlers.activity.updateActivity(wanted, context)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await db
        .transaction()
        .execute((trx) => switchActivity(trx, { ...wanted, userID, location, by: userID }, clock()))
      await shell.tellActivity(userID)
    }
  }

  async #record(
    { userID, call }: Extract<Act, { kind: 'CALL' }>,
    { cells }: Pick<Doing, 'cells'>,
  ): Promise<void> {
    const { db, clock, shell } = this.#parts
    const { projectID, start, end, outcome, cell, attempt, appointmentTime, respondentRef } = call
    const session = await db
      .selectFrom('activitySessions')
      .where('userID', '=', userID)
      .where('activity', '=', 'AVAILABLE')
      .where('projectID', '=', projectID)
      .where('startedAt', '<=', start)
      .where((eb) => eb.or([eb('endedAt', 'is', null), eb('endedAt', '>=', end)]))
      .select('id')
      .executeTakeFirst()
    // Somebody put them into something else meanwhile: the call wasn't theirs to end.
    if (!session) return
    await db
      .insertInto('interviewRecords')
      .values({
        ...{ projectID, userID, start, end, outcome, attempt, appointmentTime, respondentRef },
        ...{ duration: Math.round((end - start) / 1000), source: 'SIMULATOR', sourceCallID: null },
        ...{ importID: null, importedAt: clock() },
        quotaCellID: cell === null ? null : (cells.get(projectID)?.[cell]?.id ?? null),
      })
      .execute()
    shell.dayChanged([userID])
    shell.main.toUser(userID, 'workingDayChange', [{ entity: 'INTERVIEW_RECORD', ids: [] }])
  }

  async #dialler({ userID, status, since, projectID }: Extract<Act, { kind: 'DIALLER' }>): Promise<void> {
    const { db, clock, shell } = this.#parts
    const before = await db
      .selectFrom('diallerStatuses')
      .where('userID', '=', userID)
      .select('status')
      .executeTakeFirst()
    const now = clock()
    const project = projectID === null ? null : await projectName(db, projectID)
    const wanted = { status, project, since: Math.min(since, now), asOf: now }
    await db
      .insertInto('diallerStatuses')
      .values({ userID, ...wanted })
      .onConflict((conflict) => conflict.column('userID').doUpdateSet(wanted))
      .execute()
    if (isDialling(status)) await endIdle(db, userID, now)
    if (before?.status === 'ON_CALL' && status !== 'ON_CALL') await shell.callEnded(userID)
    else shell.dayChanged([userID])
  }

  async #raise(
    { userID, problem, stops }: Extract<Act, { kind: 'TICKET' }>,
    { memory, speed, random }: Doing,
    context: ReturnType<typeof contextOf>,
  ): Promise<void> {
    const { db, clock, handlers } = this.#parts
    const chosen = PROBLEMS[problem % PROBLEMS.length]
    if (!chosen) return
    const { projectID = null } =
      (await db
        .selectFrom('activitySessions')
        .where('userID', '=', userID)
        .where('endedAt', 'is', null)
        .select('projectID')
        .executeTakeFirst()) ?? {}
    const values: Readonly<Record<string, string>> = {
      project: (projectID === null ? null : await projectName(db, projectID)) ?? 'the survey',
      ...{ question: `Q${random.int(4, 40)}`, day: 'Monday', minutes: String(random.int(5, 25)) },
      count: String(random.int(2, 9)),
    }
    const fill = (text: string) =>
      text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
    const steps = guideFor(chosen.type).map(({ message, options }, place) => ({
      message,
      value: stops && options?.includes('No') ? 'No' : fill(chosen.answers[place] ?? ''),
    }))
    const { id } = await handlers.tickets.raiseTicket(
      {
        ...{ ticketType: chosen.type, message: fill(chosen.message), transcript: writeTranscript(steps) },
        priority: stops ? 'HIGH' : 'MEDIUM',
      },
      context,
    )
    if (stops) await handlers.help.startSystemIssue({ ticketID: id }, context)
    const resolution = fill(chosen.resolution)
    const { scene } = memory
    const isOfScene = scene?.name === 'DIALLER_OUTAGE' && chosen.type === 'Dialler' && stops
    if (isOfScene) scene.tickets.push(id)
    const times = ticketTimes(random, clock(), speed)
    // An outage lasts as long as its scene.
    const resolveAt = isOfScene ? scene.at + SCENE_MS : times.resolveAt
    memory.tickets.push({ id, userID, takenAt: null, resolution, ...times, resolveAt })
  }

  async #resolve(
    { ticket }: { readonly ticket: OpenTicket },
    context: ReturnType<typeof contextOf>,
  ): Promise<void> {
    await this.#parts.handlers.tickets.resolveHelpRequest(
      {
        ...{ id: ticket.id, subject: 'It works again', body: ticket.resolution, sendEmail: false },
        ...{ internalComment: '', interviewerNameID: '', userLoginID: ticket.userID },
      },
      context,
    )
  }

  /** The client has enough of one part: what it has is its target. */
  async #fill(): Promise<void> {
    const { db } = this.#parts
    const cells = await wantedCells(db)
    const busy = await db
      .selectFrom('activitySessions')
      .where('endedAt', 'is', null)
      .where('activity', '=', 'AVAILABLE')
      .where('projectID', 'is not', null)
      .groupBy('projectID')
      .orderBy((eb) => eb.fn.countAll(), 'desc')
      .select('projectID')
      .execute()
    for (const { projectID } of busy) {
      const open = (cells.get(projectID ?? 0) ?? []).filter(({ left }) => left > 0)
      const [next] = open.toSorted((a, b) => a.left - b.left)
      if (!next || open.length < 2) continue
      await db
        .updateTable('quotaCells')
        .set((eb) => ({ target: eb('target', '-', next.left) }))
        .where('id', '=', next.id)
        .execute()
      await db
        .updateTable('projects')
        .set((eb) => ({ targetCompletes: eb('targetCompletes', '-', next.left) }))
        .where('id', '=', projectID ?? 0)
        .execute()
      return
    }
  }

  /** Three appointments that nobody called are overdue. */
  async #risk(memory: Memory): Promise<void> {
    const { db, clock } = this.#parts
    const now = clock()
    const made = await db
      .selectFrom('interviewRecords as r')
      .where('r.outcome', '=', 'APPOINTMENT')
      .where('r.isVoid', '=', 0)
      .where('r.start', '>', now - 7 * DAY)
      .where('r.start', '<', now - DAY / 12)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('interviewRecords as later')
              .whereRef('later.projectID', '=', 'r.projectID')
              .whereRef('later.respondentRef', '=', 'r.respondentRef')
              .whereRef('later.start', '>', 'r.start')
              .select('later.id'),
          ),
        ),
      )
      .orderBy('r.start', 'desc')
      .limit(3)
      .select('r.id')
      .execute()
    for (const [place, { id }] of made.entries())
      await db
        .updateTable('interviewRecords')
        .set({ appointmentTime: now - (11 + place * 3) * 60_000 })
        .where('id', '=', id)
        .execute()
    memory.scene?.calls.push(...made.map(({ id }) => id))
  }

  /** They are to be called tomorrow instead. */
  async #calm(calls: readonly number[]): Promise<void> {
    const { db, clock } = this.#parts
    await db
      .updateTable('interviewRecords')
      .set({ appointmentTime: londonDayAfter(clock(), 1) + DAY / 2 })
      .where('id', 'in', [0, ...calls])
      .execute()
  }

  /** Takes what is still free of the coming evenings. */
  async #book(context: ReturnType<typeof contextOf>): Promise<void> {
    const { handlers } = this.#parts
    const { slots } = await handlers.bookingWindows.openSlots({}, context)
    const evening = slots.find(
      ({ start, free }) => free > 0 && Number(londonField(Date.parse(start)).slice(11, 13)) >= EVENING,
    )
    if (!evening) return
    const wanted = { slotID: evening.slotID, reason: 'Happy to help' }
    if (evening.source === 'WINDOW') await handlers.bookingWindows.bookSlot(wanted, context)
    else await handlers.campaigns.applyForCampaign(wanted, context)
  }

  async #write(
    { kind, threadID, line }: Extract<Act, { kind: 'CHAT' | 'ANSWER' }>,
    context: ReturnType<typeof contextOf>,
  ): Promise<void> {
    const { db, handlers } = this.#parts
    const thread = await db
      .selectFrom('threads')
      .where('id', '=', threadID)
      .select(['type', 'source', 'sourceID'])
      .executeTakeFirst()
    if (!thread) return
    const lines = kind === 'CHAT' ? LINES : ANSWERS
    const message = lines[line % lines.length] ?? ''
    if (thread.type === 'THREAD') await handlers.chat.sendMessageToThread({ message, threadID }, context)
    else
      await handlers.chat.sendMessageToChatroom(
        { message, chatroom: `${thread.source}: ${thread.sourceID}` },
        context,
      )
  }

  async #ask(
    { type, days, userID }: Extract<Act, { kind: 'REQUEST' }>,
    context: ReturnType<typeof contextOf>,
  ): Promise<void> {
    const { clock, handlers } = this.#parts
    const day = londonField(londonDayAfter(clock(), days)).slice(0, 10)
    const next = londonField(londonDayAfter(clock(), days + 2)).slice(0, 10)
    const reasons = REASONS[type]
    await handlers.booking.newBooking(
      {
        type,
        startLocal: type === 'HOLIDAY' ? `${day}T00:00` : `${day}T12:00`,
        endLocal: type === 'HOLIDAY' ? `${next}T00:00` : `${day}T14:00`,
        ...{ dayPart: 'DAY', reason: reasons[userID % reasons.length] ?? '' },
      },
      context,
    )
  }

  async #review(
    { userID, of }: Extract<Act, { kind: 'REVIEW' }>,
    { memory, speed }: Doing,
    context: ReturnType<typeof contextOf>,
  ): Promise<void> {
    const { db, clock, handlers } = this.#parts
    const heard = await db
      .selectFrom('interviewRecords as r')
      .leftJoin('qcReviews as q', 'q.interviewID', 'r.id')
      .where('r.userID', '=', of)
      .where('r.outcome', '=', 'COMPLETE')
      .where('r.isVoid', '=', 0)
      .where('r.end', '>', clock() - 7 * DAY)
      .where('q.id', 'is', null)
      .orderBy('r.end', 'desc')
      .select(['r.id', 'r.projectID'])
      .executeTakeFirst()
    if (!heard) return
    const { id } = await handlers.qc.startReview(
      { userID: of, projectID: heard.projectID, interviewID: heard.id, formID: null, kind: 'RECORDING' },
      context,
    )
    memory.reviews.push({ id, userID, submitAt: clock() + REVIEW_MS / speed })
  }

  async #submit(
    { reviewID, quality }: Extract<Act, { kind: 'SUBMIT' }>,
    context: ReturnType<typeof contextOf>,
  ): Promise<void> {
    const { handlers, clock } = this.#parts
    const review = await handlers.qc.getReview({ id: reviewID }, context)
    const random = createRandom(reviewID)
    const answers = review.items.map(({ id, severity }) => {
      const isNo = random.chance(severity === 'CRITICAL' ? (1 - quality) / 8 : 1 - quality)
      return {
        ...{ itemID: id, answer: isNo ? ('NO' as const) : ('YES' as const), note: isNo ? NOTE : '' },
        atSecond: isNo ? random.int(20, 300) : null,
      }
    })
    const isWell = answers.every(({ answer }) => answer === 'YES')
    const draft = {
      ...{ id: reviewID, version: review.version, answers, feedback: isWell ? PRAISE : ADVICE },
      actionText: isWell ? '' : 'Listen to your recording of this interview.',
    }
    const coachingAt = new Date(londonDayAfter(clock(), 2) + 11 * 3_600_000).toISOString()
    const followUp = { coachingAt, stopsProject: false, voidReason: '', noneReason: '' }
    await handlers.qc.submitReview({ ...draft, followUp }, context)
  }
}

async function projectName(db: Database, id: number): Promise<string | null> {
  const row = await db.selectFrom('projects').where('id', '=', id).select('name').executeTakeFirst()
  return row?.name ?? null
}
