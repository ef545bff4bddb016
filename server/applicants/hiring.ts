import type * as z from 'zod/mini'
import type { Hiring as HiringView, makeOffer, saveScorecard } from '#shared/contract/applicants.ts'
import { LINK_DAYS } from '#shared/contract/public-links.ts'
import type { offerSubject } from '#shared/contract/public-subjects.ts'
import { londonField } from '#shared/domain/london-time.ts'
import { applicantRecord } from '#shared/records/recruitment/applicant.ts'
import type { Reached } from '../auth/link-origin.ts'
import type { Clock } from '../clock.ts'
import { contractTypeSource } from '../contract-types/contract-type-source.ts'
import { requireMinimumRate } from '../contract-types/minimum-rate.ts'
import type { Database } from '../db/database.ts'
import { holdTurn } from '../db/hold-turn.ts'
import type { Caller } from '../http/handlers.ts'
import { offerLetter } from '../mail/letters.ts'
import type { Outbox } from '../mail/outbox.ts'
import type { PublicLinks } from '../public/link-store.ts'
import { PUBLIC_PATHS } from '../public/public-link-handlers.ts'
import { type Actor, audit, type Change } from '../records/audit.ts'
import { changeSeen } from '../records/change.ts'
import { Refusal } from '../refusal.ts'
import { companyName } from '../setup/company-name.ts'

type Scorecard = z.output<(typeof saveScorecard)['request']>
type Offer = z.output<(typeof makeOffer)['request']>

const DAY_MS = 86_400_000
const { page, name: recordType, words } = applicantRecord

export interface HiringParts {
  readonly db: Database
  readonly clock: Clock
  readonly publicLinks: Pick<PublicLinks, 'issue' | 'use'>
  readonly outbox: Pick<Outbox, 'post'>
  readonly originOf: (reached: Reached) => string
}

/** From the interview to the accepted offer (spec 6 §3, §3.3, §3.4). What writes belongs into a unit. */
export class Hiring {
  readonly #parts: HiringParts

  constructor(parts: HiringParts) {
    this.#parts = parts
  }

  /** What the next stage depends on (spec 6 §3). */
  async facts(applicantID: number): Promise<{ isRecommended: boolean; hasAccepted: boolean }> {
    const { db } = this.#parts
    const hire = await db
      .selectFrom('applicantScorecards')
      .where('applicantID', '=', applicantID)
      .where('recommendation', '=', 'HIRE')
      .select('id')
      .executeTakeFirst()
    const offer = await this.#lastOffer(applicantID)
    return { isRecommended: hire !== undefined, hasAccepted: offer?.state === 'ACCEPTED' }
  }

  /** @throws Refusal 404 where there is no such applicant */
  async view(applicantID: number, { userID }: Caller): Promise<HiringView> {
    const { db } = this.#parts
    await this.#applicant(applicantID)
    const cards = await db
      .selectFrom('applicantScorecards as s')
      .innerJoin('users as u', 'u.id', 's.byID')
      .where('s.applicantID', '=', applicantID)
      .orderBy('s.id')
      .select(['s.byID', 'u.displayName as byName', 's.score', 's.recommendation', 's.notes', 's.at'])
      .execute()
    const own = cards.find(({ byID }) => byID === userID)
    const others = cards.filter(({ byID }) => byID !== userID)
    return {
      own: own ? { score: own.score, recommendation: own.recommendation, notes: own.notes } : null,
      others: own
        ? others.map(({ byID: _, at, ...card }) => ({ ...card, at: new Date(at).toISOString() }))
        : [],
      othersCount: others.length,
      average: own ? cards.reduce((sum, { score }) => sum + score, 0) / cards.length : null,
      offer: await this.#offerShown(applicantID),
      contractTypes: await this.#contracts(),
      areas: await db
        .selectFrom('areas')
        .where('isActive', '=', 1)
        .orderBy('name')
        .orderBy('id')
        .select(['id', 'name'])
        .execute(),
    }
  }

  /** @throws Refusal 404, 409 where they aren't at INTERVIEW */
  async score({ applicantID, ...card }: Scorecard, caller: Caller): Promise<void> {
    const { db, clock } = this.#parts
    await holdTurn(db)
    const { stage, name } = await this.#applicant(applicantID)
    if (stage !== 'INTERVIEW') throw new Refusal(409, 'applicant.notAtInterview', { name })
    const at = clock()
    await db
      .insertInto('applicantScorecards')
      .values({ ...card, applicantID, byID: caller.userID, at })
      .onConflict((conflict) => conflict.columns(['applicantID', 'byID']).doUpdateSet({ ...card, at }))
      .execute()
    await this.#told(caller, 'SCORED', { id: applicantID, name }, [
      { field: 'recommendation', before: null, after: card.recommendation },
    ])
  }

  /** @throws Refusal 404, 400 for a contract type, area or day that can't be, 409 where they aren't at OFFER */
  async offer(
    { id, version, ...offer }: Offer,
    caller: Caller,
    reached: Reached,
  ): Promise<{ url: string; isMailed: boolean }> {
    const { db, clock, publicLinks, outbox, originOf } = this.#parts
    await holdTurn(db)
    const { stage, name, email } = await this.#applicant(id)
    if (stage !== 'OFFER') throw new Refusal(409, 'applicant.notAtOffer', { name })
    const at = clock()
    const contract = (await this.#contracts()).find((one) => one.id === offer.contractTypeID)
    if (!contract) throw new Refusal(400, 'person.contractGone')
    const area = await db
      .selectFrom('areas')
      .where('id', '=', offer.areaID)
      .where('isActive', '=', 1)
      .select('name')
      .executeTakeFirst()
    if (!area) throw new Refusal(400, 'person.areaGone')
    if (offer.startDate < londonField(at).slice(0, 10)) throw new Refusal(400, 'applicant.startPast')
    await requireMinimumRate(db, offer.rate / 100, offer.startDate)
    await changeSeen(db, 'applicants', words.one, { id, version }, {}, { caller, at })
    await this.#withdrawOpen(id)
    const company = await companyName(db)
    const subject: z.output<typeof offerSubject> = {
      ...{ name, company, contract: contract.name, area: area.name },
      ...{ startDate: offer.startDate, rate: offer.rate },
    }
    const link = await publicLinks.issue({ purpose: 'OFFER', subject, createdBy: caller.userID })
    const values = {
      ...offer,
      linkID: link.id,
      state: 'OPEN',
      byID: caller.userID,
      answeredAt: null,
    } as const
    await db
      .insertInto('applicantOffers')
      .values({ ...values, applicantID: id, at })
      .execute()
    const url = originOf(reached) + PUBLIC_PATHS.OFFER + link.token
    if (email !== '')
      await outbox.post(
        offerLetter(
          { email, displayName: name },
          { ...{ company, days: LINK_DAYS }, href: url, endsAt: at + LINK_DAYS * DAY_MS },
        ),
      )
    await this.#told(caller, 'OFFERED', { id, name }, [
      { field: 'contract', before: null, after: contract.name },
      { field: 'area', before: null, after: area.name },
      { field: 'startDate', before: null, after: offer.startDate },
      { field: 'rate', before: null, after: offer.rate },
    ])
    return { url, isMailed: email !== '' }
  }

  /** @throws Refusal 404, 409 where none waits */
  async withdraw(applicantID: number, caller: Caller): Promise<void> {
    const applicant = await this.#applicant(applicantID)
    if (!(await this.#withdrawOpen(applicantID))) throw new Refusal(409, 'applicant.noOpenOffer')
    await this.#told(caller, 'OFFER_WITHDRAWN', { id: applicantID, name: applicant.name }, [])
  }

  /** Takes back what waits for the answer of somebody who is let go, or becomes a part of another. */
  async letGo(applicant: { id: number; name: string }, caller: Caller): Promise<void> {
    if (await this.#withdrawOpen(applicant.id)) await this.#told(caller, 'OFFER_WITHDRAWN', applicant, [])
  }

  /** @throws Refusal 409 where the offer of a link was taken back */
  async requireOpen(linkID: number): Promise<void> {
    const gone = await this.#parts.db
      .selectFrom('applicantOffers')
      .where('linkID', '=', linkID)
      .where('state', '<>', 'OPEN')
      .select('id')
      .executeTakeFirst()
    if (gone) throw new Refusal(409, 'applicant.offerOver')
  }

  /**
   * What the applicant answers by their link: once. Accepting makes them HIRED, with what they accepted.
   * @throws Refusal 403, 409, 410 as links do; 409 where the offer isn't open any more
   */
  async answer({
    token,
    isAccepted,
    key,
  }: {
    readonly token: string
    readonly isAccepted: boolean
    readonly key: string | null
  }): Promise<void> {
    const { db, clock, publicLinks } = this.#parts
    await holdTurn(db)
    const linkID = await publicLinks.use('OFFER', token, { kind: 'OFFER', answer: { isAccepted }, key })
    const at = clock()
    const offer = await db
      .updateTable('applicantOffers')
      .set({ state: isAccepted ? 'ACCEPTED' : 'DECLINED', answeredAt: at })
      .where('linkID', '=', linkID)
      .where('state', '=', 'OPEN')
      .returningAll()
      .executeTakeFirst()
    if (!offer) {
      // The same answer sent twice is one.
      const state = isAccepted ? 'ACCEPTED' : 'DECLINED'
      const same = await db
        .selectFrom('applicantOffers')
        .where('linkID', '=', linkID)
        .where('state', '=', state)
        .select('id')
        .executeTakeFirst()
      if (same) return
      throw new Refusal(409, 'applicant.offerOver')
    }
    const { applicantID, contractTypeID, areaID, startDate } = offer
    const { name } = await this.#applicant(applicantID)
    const actor: Actor = { userID: null, displayName: 'Offer' }
    if (!isAccepted) return this.#told(actor, 'OFFER_DECLINED', { id: applicantID, name }, [])
    const hired = await db
      .updateTable('applicants')
      .set((eb) => ({
        ...{ stage: 'HIRED' as const, stageSince: at, stageReason: '', contractTypeID, areaID, startDate },
        ...{ version: eb('version', '+', 1), changedBy: null, changedAt: at },
      }))
      .where('id', '=', applicantID)
      .where('stage', '=', 'OFFER')
      .returning('id')
      .executeTakeFirst()
    if (!hired) throw new Refusal(409, 'applicant.offerOver')
    await this.#told(actor, 'OFFER_ACCEPTED', { id: applicantID, name }, [
      { field: 'stage', before: 'OFFER', after: 'HIRED' },
    ])
  }

  async #withdrawOpen(applicantID: number): Promise<boolean> {
    const { db, clock } = this.#parts
    const gone = await db
      .updateTable('applicantOffers')
      .set({ state: 'WITHDRAWN', answeredAt: clock() })
      .where('applicantID', '=', applicantID)
      .where('state', '=', 'OPEN')
      .returning('id')
      .execute()
    return gone.length > 0
  }

  async #applicant(id: number) {
    const row = await this.#parts.db
      .selectFrom('applicants')
      .where('id', '=', id)
      .where('mergedInto', 'is', null)
      .select(['name', 'email', 'stage'])
      .executeTakeFirst()
    if (!row) throw new Refusal(404, 'record.gone', { one: words.one })
    return row
  }

  #lastOffer(applicantID: number) {
    return this.#parts.db
      .selectFrom('applicantOffers')
      .where('applicantID', '=', applicantID)
      .orderBy('id', 'desc')
      .limit(1)
      .select('state')
      .executeTakeFirst()
  }

  async #offerShown(applicantID: number): Promise<HiringView['offer']> {
    const row = await this.#parts.db
      .selectFrom('applicantOffers as o')
      .innerJoin('contractTypes as c', 'c.id', 'o.contractTypeID')
      .innerJoin('areas as a', 'a.id', 'o.areaID')
      .leftJoin('publicLinks as link', 'link.id', 'o.linkID')
      .where('o.applicantID', '=', applicantID)
      .orderBy('o.id', 'desc')
      .limit(1)
      .select(['o.id', 'o.state', 'o.startDate', 'o.rate', 'o.at', 'a.name as area', 'link.expiresAt'])
      .select('c.name as contract')
      .executeTakeFirst()
    if (!row) return null
    const { at, expiresAt, ...offer } = row
    return {
      ...offer,
      at: new Date(at).toISOString(),
      until: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    }
  }

  async #contracts() {
    const { db, clock } = this.#parts
    const rows = await contractTypeSource(db, clock())
      .where('c.isActive', '=', 1)
      .orderBy('c.nameKey')
      .execute()
    return rows.map(({ id, name, baseRate }) => ({ id, name, rate: Math.round((baseRate ?? 0) * 100) }))
  }

  #told(
    actor: Actor,
    action: string,
    { id, name }: { id: number; name: string },
    changes: readonly Change[],
  ) {
    const { db, clock } = this.#parts
    return audit(db, actor, clock(), {
      ...{ action: `APPLICANT_${action}`, page, recordType, recordID: id, label: name, changes, reason: '' },
    })
  }
}
