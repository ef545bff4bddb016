import * as z from 'zod/mini'
import { recordID, timestamp } from '../../contract/primitives.ts'
import { recordVersion } from '../../contract/records.ts'
import { MAIL_KINDS, MAIL_STATES, type MailKind, type MailState } from '../../domain/mail.ts'
import { recordType } from '../record.ts'

const kinds = Object.keys(MAIL_KINDS) as MailKind[]
const states = Object.keys(MAIL_STATES) as MailState[]

/** What became of each mail; never its text (spec 5 §5.6). */
export const mailRecord = recordType({
  name: 'mail',
  page: 'admin.logs.email-log',
  path: '/api/admin/logs/email',
  spec: '5 §5.6',
  words: {
    one: 'e-mail',
    many: 'e-mails',
    none: 'No e-mails yet.',
  },
  row: z.object({
    id: recordID,
    version: recordVersion,
    createdAt: timestamp,
    to: z.string(),
    /** The person of the company; null where it is to somebody else. */
    person: z.nullable(z.string()),
    subject: z.string(),
    kind: z.enum(kinds),
    state: z.enum(states),
    /** Since it was last put into the queue. */
    tries: z.int(),
    /** When it is tried next; null where it isn't. */
    nextAt: z.nullable(timestamp),
    endedAt: z.nullable(timestamp),
    lastAnswer: z.string(),
    from: z.string(),
    messageID: z.string(),
    /** When its link ends; null where it has none. */
    expiresAt: z.nullable(timestamp),
    /** Whether its text is still there, without which it can't be sent again. */
    hasText: z.boolean(),
  }),
  columns: {
    subject: { kind: 'text', label: 'Subject', isSearched: true, width: 18 },
    to: { kind: 'text', label: 'To', isSearched: true, width: 16 },
    state: { kind: 'choice', label: 'State', choices: MAIL_STATES, width: 10 },
    createdAt: { kind: 'moment', label: 'Made', width: 12 },
    kind: { kind: 'choice', label: 'Kind', choices: MAIL_KINDS, width: 11 },
    tries: { kind: 'number', label: 'Tries', width: 5 },
    lastAnswer: { kind: 'text', label: 'Last answer', width: 20 },
    person: {
      kind: 'text',
      picks: { of: 'person', by: 'userID' },
      label: 'Person',
      isSearched: true,
      isExtra: true,
      width: 13,
    },
    endedAt: { kind: 'moment', label: 'Ended', isExtra: true, width: 12 },
    nextAt: { kind: 'moment', label: 'Next try', isExtra: true, width: 12 },
    from: { kind: 'text', label: 'From', isExtra: true, width: 16 },
    messageID: { kind: 'text', label: 'Message-ID', isExtra: true, width: 22 },
  },
  order: [{ field: 'createdAt', direction: 'DESC' }],
  permission: 'ADMIN_CAN_SEE_EMAIL_LOG',
})
