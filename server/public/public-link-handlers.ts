import type { LinkPurpose } from '#shared/contract/public-links.ts'
import type { Reached } from '../auth/link-origin.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import type { PublicLinks } from './link-store.ts'

/** The path of each kind of link (spec 1 §2.1), followed by its token. */
export const PUBLIC_PATHS: Readonly<Record<LinkPurpose, string>> = {
  WURKSAFE: '/public/wurksafe/',
  SURVEY: '/public/survey/',
  TICKET: '/public/whatsapp/pre-auth/ticket/',
  CONTACT_DETAILS: '/public/contact-details/validate/',
  RESEARCH_EMAIL: '/public/research/email-verify/validate/',
  JOB_ORDER: '/public/customer/job-order-details/',
  EXPENSE: '/public/expenses/submit-doc/',
  MEETING: '/public/user-meeting/',
  WIDGET: '/public/wurkshare/widget/',
  APPLICATION: '/public/apply/',
  OFFER: '/public/offer/',
}

export interface PublicLinkServices {
  readonly db: Database
  readonly clock: Clock
  readonly publicLinks: PublicLinks
  /** The origin of the links. */
  readonly originOf: (reached: Reached) => string
}

const LISTED_MAX = 500
const ABOUT_FIELDS = ['title', 'subject', 'site', 'reference', 'name', 'appName'] as const

/** What a link is about, in a few words from its subject. */
function aboutOf(subject: string): string {
  const fields = JSON.parse(subject) as Record<string, unknown>
  const found = ABOUT_FIELDS.map((name) => fields[name]).find((value) => typeof value === 'string')
  return typeof found === 'string' ? found : ''
}

const iso = (time: number): string => new Date(time).toISOString()

/** Issuing public links, and looking at them (spec 1 §2.1). */
export function publicLinkHandlers(services: PublicLinkServices): AreaHandlers<'publicLinks'> {
  const { db, clock, publicLinks, originOf } = services

  const issuing =
    (purpose: LinkPurpose) =>
    async (
      { subject, days }: { subject: unknown; days?: number | undefined },
      context: Reached & { readonly caller: Caller },
    ) => {
      const createdBy = context.caller.userID
      const { token, expiresAt } = await publicLinks.issue({ purpose, subject, createdBy, days })
      return { url: originOf(context) + PUBLIC_PATHS[purpose] + token, token, expiresAt: iso(expiresAt) }
    }

  async function requireLink(id: number): Promise<void> {
    const row = await db.selectFrom('publicLinks').select('id').where('id', '=', id).executeTakeFirst()
    if (!row) throw new Refusal(400, 'link.noSuch')
  }

  return {
    issueWurksafe: issuing('WURKSAFE'),
    issueSurvey: issuing('SURVEY'),
    issueTicket: issuing('TICKET'),
    issueContactDetails: issuing('CONTACT_DETAILS'),
    issueResearchEmail: issuing('RESEARCH_EMAIL'),
    issueJobOrder: issuing('JOB_ORDER'),
    issueExpense: issuing('EXPENSE'),
    issueMeeting: issuing('MEETING'),
    issueWidget: issuing('WIDGET'),
    issueApplication: issuing('APPLICATION'),

    listPublicLinks: async () => {
      const rows = await db
        .selectFrom('publicLinks as link')
        .leftJoin('users', 'users.id', 'link.createdBy')
        .select(['link.id', 'purpose', 'subject', 'displayName', 'link.createdAt', 'expiresAt', 'usedAt'])
        .select((eb) =>
          eb
            .selectFrom('publicAnswers')
            .whereRef('linkID', '=', 'link.id')
            .select(eb.fn.countAll<number>().as('n'))
            .as('answers'),
        )
        .orderBy('link.id', 'desc')
        .limit(LISTED_MAX)
        .execute()
      return rows.map(({ id, purpose, subject, displayName, createdAt, expiresAt, usedAt, answers }) => ({
        id,
        purpose,
        about: aboutOf(subject),
        issuedBy: displayName ?? '',
        createdAt: iso(createdAt),
        expiresAt: iso(expiresAt),
        usedAt: usedAt === null ? null : iso(usedAt),
        answers: answers ?? 0,
      }))
    },

    readPublicAnswers: async ({ id }) => {
      await requireLink(id)
      return (await publicLinks.answers(id)).map((one) => ({ ...one, at: iso(one.at) }))
    },

    endPublicLink: async ({ id }) => {
      await requireLink(id)
      const now = clock()
      await db
        .updateTable('publicLinks')
        .set({ expiresAt: now })
        .where('id', '=', id)
        .where('expiresAt', '>', now)
        .execute()
      return { done: true }
    },
  }
}
