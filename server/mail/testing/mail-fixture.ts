import type { Database } from '../../db/database.ts'
import { NOON } from '../../http/testing/test-server.ts'

const SMTP = {
  host: '127.0.0.1',
  port: 1,
  security: 'NONE',
  user: '',
  from: 'office@work.example',
  replyTo: '',
  perMinute: 60,
} as const

/** An SMTP adaptor and a webhook that are switched off, a delivery that was given up, one mail that failed and one that waits. */
export async function addMail(db: Database): Promise<void> {
  await db
    .insertInto('adaptors')
    .values({
      version: 1,
      kind: 'SMTP',
      name: 'SMTP',
      isEnabled: 0,
      settings: JSON.stringify(SMTP),
      lastError: '',
      failuresInRow: 0,
      changedBy: null,
      changedAt: NOON,
    })
    .execute()
  await db
    .insertInto('adaptors')
    .values({
      ...{ version: 1, kind: 'WEBHOOK', name: 'Rota', isEnabled: 0, lastError: '', failuresInRow: 0 },
      settings: JSON.stringify({ address: 'https://rota.example/hook', events: ['skill.*'] }),
      ...{ changedBy: null, changedAt: NOON },
    })
    .execute()
  await db
    .insertInto('webhookDeliveries')
    .values({
      ...{ deliveryID: 'delivery-1', adaptorID: 2, event: 'skill.changed', recordID: 1, body: '{}' },
      ...{ state: 'DEAD', createdAt: NOON, nextAt: NOON, leaseID: null, leaseUntil: null, tries: 8 },
      ...{ endedAt: NOON, lastAnswer: 'Answered 500.' },
    })
    .execute()
  for (const state of ['FAILED', 'DEFERRED'] as const)
    await db
      .insertInto('mails')
      .values({
        version: 1,
        messageID: `<${state}@work.example>`,
        kind: 'OTHER',
        to: 'ann@mail.example',
        from: '',
        subject: state,
        state,
        content: JSON.stringify({ text: 'Hello' }),
        createdAt: NOON,
        nextAt: NOON + 3_600_000,
        tries: 1,
        lastAnswer: '',
      })
      .execute()
}

/** Good requests of who has what `addMail` made. */
export const MAIL_REQUESTS: Record<string, unknown> = {
  'adaptors.saveAdaptor': { id: 1, version: 1, kind: 'SMTP', isEnabled: false, settings: SMTP },
  'adaptors.testAdaptor': { kind: 'SMTP', settings: SMTP, to: 'ann@mail.example' },
  'adaptors.setAdaptorSecret': { id: 1, name: 'password', value: 'secret' },
  'adaptors.removeAdaptor': { id: 1, version: 1 },
  'adaptors.adaptorLog': { id: 1 },
  'adaptors.webhookDeliveries': { id: 2 },
  'adaptors.redeliverWebhook': { id: 1 },
  'emailLog.listEmails': {},
  'emailLog.getEmail': { id: 1 },
  'emailLog.emailAttempts': { id: 1 },
  'emailLog.resendEmail': { id: 1 },
  'emailLog.cancelEmail': { id: 2 },
  'emailLog.holdEmails': { isHeld: true },
}
