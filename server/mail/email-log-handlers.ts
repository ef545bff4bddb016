import type * as z from 'zod/mini'
import type { MailOverview } from '#shared/contract/email-log.ts'
import { MAIL_STATES, type MailState } from '#shared/domain/mail.ts'
import { mailRecord } from '#shared/records/admin/mail.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { audit } from '../records/audit.ts'
import { listRecords, recordSource } from '../records/list.ts'
import { Refusal } from '../refusal.ts'
import { mailSource } from './mail-source.ts'
import type { MailRefusal, Outbox } from './outbox.ts'

type Row = z.output<typeof mailRecord.row>

const { words } = mailRecord
const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/** @throws Refusal where something couldn't be done to a mail */
function require(why: MailRefusal | null): void {
  if (why === null) return
  if (why === 'gone') throw new Refusal(404, 'record.gone', { one: words.one })
  throw new Refusal(409, `mail.${why}`)
}

/** The E-mail log (spec 5 §5.6). It never shows a text: many carry a link that signs somebody in. */
export function emailLogHandlers({
  db,
  clock,
  outbox,
}: {
  readonly db: Database
  readonly clock: Clock
  readonly outbox: Outbox
}): AreaHandlers<'emailLog'> {
  /** @throws Refusal 404 */
  async function read(id: number): Promise<Row> {
    const row = await mailSource(db).where('m.id', '=', id).executeTakeFirst()
    if (!row) throw new Refusal(404, 'record.gone', { one: words.one })
    return {
      ...row,
      createdAt: new Date(row.createdAt).toISOString(),
      nextAt: iso(row.nextAt),
      endedAt: iso(row.endedAt),
      expiresAt: iso(row.expiresAt),
      hasText: row.hasText === 1,
    }
  }

  const told = (caller: Caller, verb: string, row: Pick<Row, 'id' | 'subject'> | null) =>
    audit(db, caller, clock(), {
      action: `MAIL_${verb}`,
      page: mailRecord.page,
      recordType: mailRecord.name,
      recordID: row?.id ?? null,
      label: row?.subject ?? '',
    })

  async function overview(): Promise<MailOverview> {
    const counted = await db
      .selectFrom('mails')
      .groupBy('state')
      .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
      .execute()
    const counts = new Map(counted.map(({ state, count }) => [state, Number(count)]))
    const held = await outbox.heldBy()
    return {
      counts: (Object.keys(MAIL_STATES) as MailState[]).map((state) => ({
        state,
        count: counts.get(state) ?? 0,
      })),
      held: held && { by: held.by, at: new Date(held.at).toISOString() },
      isSetUp: await outbox.isSetUp(),
    }
  }

  return {
    listEmails: (request, { caller }) =>
      listRecords(db, request, {
        record: mailRecord,
        source: recordSource(mailSource(db)),
        viewer: caller,
        now: clock(),
      }),

    getEmail: ({ id }) => read(id),

    emailAttempts: async ({ id }) => {
      await read(id)
      const attempts = await db
        .selectFrom('mailAttempts')
        .where('mailID', '=', id)
        .orderBy('id', 'desc')
        .select(['id', 'startedAt', 'endedAt', 'outcome', 'answer'])
        .execute()
      return {
        attempts: attempts.map(({ startedAt, endedAt, ...rest }) => ({
          ...rest,
          startedAt: new Date(startedAt).toISOString(),
          endedAt: iso(endedAt),
        })),
      }
    },

    emailOverview: overview,

    resendEmail: async ({ id }, { caller }) => {
      require(await outbox.resend(id))
      const row = await read(id)
      await told(caller, 'SENT_AGAIN', row)
      return row
    },

    cancelEmail: async ({ id }, { caller }) => {
      require(await outbox.cancel(id))
      const row = await read(id)
      await told(caller, 'CANCELLED', row)
      return row
    },

    holdEmails: async ({ isHeld }, { caller }) => {
      await (isHeld ? outbox.hold(caller.displayName) : outbox.release())
      await told(caller, isHeld ? 'HELD' : 'RELEASED', null)
      return overview()
    },
  }
}
