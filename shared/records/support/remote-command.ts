import * as z from 'zod/mini'
import { recordID, timestamp } from '../../contract/primitives.ts'
import { recordVersion } from '../../contract/records.ts'
import { REMOTE_COMMAND_LABELS, type RemoteOrder } from '../../domain/remote-command-words.ts'
import { REMOTE_COMMAND_STATES, type RemoteCommandState } from '../../domain/remote-commands.ts'
import { recordType } from '../record.ts'

/** Remote commands and what became of each (spec 4 §4.4.1, 5 §5.11). */
export const remoteCommandRecord = recordType({
  name: 'remoteCommand',
  page: 'support.home.commands',
  path: '/api/support/remote-commands',
  spec: '5 §5.11',
  words: { one: 'remote command', many: 'remote commands', none: 'No remote command was sent.' },
  row: z.object({
    id: recordID,
    version: recordVersion,
    person: z.string(),
    order: z.enum(Object.keys(REMOTE_COMMAND_LABELS) as RemoteOrder[]),
    state: z.enum(Object.keys(REMOTE_COMMAND_STATES) as RemoteCommandState[]),
    /** Why it failed, or that nobody answered. */
    answer: z.string(),
    reason: z.string(),
    sentBy: z.nullable(z.string()),
    sentAt: timestamp,
    deliveredAt: z.nullable(timestamp),
    doneAt: z.nullable(timestamp),
  }),
  columns: {
    person: {
      kind: 'text',
      picks: { of: 'person', by: 'userID' },
      label: 'Person',
      isSearched: true,
      width: 13,
    },
    order: { kind: 'choice', label: 'Command', choices: REMOTE_COMMAND_LABELS, width: 13 },
    state: { kind: 'choice', label: 'State', choices: REMOTE_COMMAND_STATES, width: 8 },
    answer: { kind: 'text', label: 'Answer', width: 18 },
    sentAt: { kind: 'moment', label: 'Sent', width: 12 },
    sentBy: {
      kind: 'text',
      picks: { of: 'person', by: 'sentByID' },
      label: 'By',
      isSearched: true,
      width: 11,
    },
    reason: { kind: 'text', label: 'Reason', width: 14 },
    deliveredAt: { kind: 'moment', label: 'Delivered', isExtra: true, width: 12 },
    doneAt: { kind: 'moment', label: 'Ended', isExtra: true, width: 12 },
  },
  order: [{ field: 'sentAt', direction: 'DESC' }],
  permission: 'SUPPORT_CAN_EDIT_USER_SETTINGS',
})
