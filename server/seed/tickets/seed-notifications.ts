import type { NotificationType } from '#shared/domain/notifications.ts'
import type { Database } from '../../db/database.ts'
import type { NotificationTable } from '../../db/schema/day.ts'
import { WORK_ACCOUNTS } from '../demo-accounts.ts'
import { insertRows } from '../insert.ts'
import { PEOPLE, personCalled } from '../people.ts'
import { DAY, HOUR, MINUTE } from '../timeline.ts'

interface Told {
  readonly type: NotificationType
  readonly subject: string
  readonly body: string
  readonly source: string
  readonly sourceID: number | null
  readonly cssClass: NotificationTable['cssClass']
  /** How long ago, in milliseconds. */
  readonly ago: number
  readonly isRead: boolean
}

const told = (
  type: NotificationType,
  subject: string,
  body: string,
  [source, sourceID]: readonly [string, number | null],
  ago: number,
  rest: Partial<Pick<Told, 'cssClass' | 'isRead'>> = {},
): Told => ({ type, subject, body, source, sourceID, ago, cssClass: 'info', isRead: false, ...rest })

const milestone = (milestoneName: string, at: number): string =>
  JSON.stringify({ milestoneName, milestoneAchievedDate: new Date(at).toISOString() })

/** One of every kind, leading everywhere that a notification can lead: to tickets that the person may see. */
const ofEveryKind = (now: number, ticketID: number, issueID: number): readonly Told[] => [
  told(
    'REQUESTED_HELP',
    `Ticket: ${ticketID} has a new answer`,
    '<p>Could you <b>try again</b> and tell us whether it still happens?</p>',
    ['TICKET', ticketID],
    25 * MINUTE,
  ),
  told(
    'REQUESTED_HELP',
    `Ticket issue: ${issueID} is still being worked on`,
    '<p>We hope to have it mended this afternoon.</p>',
    ['TICKET_ISSUE', issueID],
    2 * HOUR,
    { cssClass: 'warning' },
  ),
  told(
    'NEW_UPDATE',
    'Task: 41 was given to you',
    '<p>Wave 3: please check the quota cells before Thursday.</p><ul><li>men 18–24</li><li>women 55–64</li></ul>',
    ['TASK', 41],
    4 * HOUR,
  ),
  told(
    'MESSAGE',
    'Meeting: 91, QC calibration, begins at 14:00',
    '<p>Please listen to the two recordings beforehand.</p>',
    ['MEETING', 91],
    6 * HOUR,
  ),
  told(
    'NEW_UPDATE',
    'Tour: 1 shows what is new with tickets',
    '<p>Two minutes, and you can leave it at any time.</p>',
    ['TOUR', 1],
    DAY,
  ),
  told(
    'EMAIL',
    'Your rota for next week',
    '<h2>Next week</h2><table><tbody><tr><th>Monday</th><td>16:00 to 21:00</td></tr><tr><th>Wednesday</th><td>16:00 to 21:00</td></tr></tbody></table>',
    ['', null],
    2 * DAY,
    { isRead: true },
  ),
  told(
    'GAMIFICATION_MILESTONE_ACHIEVED',
    'You have reached a milestone',
    milestone('500 interviews', now - 3 * DAY),
    ['GAMIFICATION', null],
    3 * DAY,
    { cssClass: 'success' },
  ),
]

const MORE: readonly Told[] = Array.from({ length: 40 }, (_, place) => {
  const [type, subject, cssClass] = (
    [
      ['NEW_UPDATE', 'The rota of the week has been published', 'info'],
      ['MESSAGE', 'Your quality score of the week is in', 'success'],
      ['NEW_UPDATE', 'Quotas of Household Travel were changed', 'info'],
      ['EMAIL', 'Holiday cover: who can take Saturday?', 'warning'],
    ] as const
  )[place % 4] ?? ['NEW_UPDATE', '', 'info']
  return told(type, subject, `<p>${subject}.</p>`, ['', null], (4 + place * 2) * DAY, {
    cssClass,
    isRead: place > 3,
  })
})

const COLUMNS = [
  'userID',
  'type',
  'subject',
  'body',
  'source',
  'sourceID',
  'cssClass',
  'isRead',
  'entryTime',
] as const

/** Tours: the places are those that the application marks with `data-tour`. */
const TOURS: readonly (readonly [number, string, readonly (readonly [string, string, string])[]])[] = [
  [
    1,
    'What is new with tickets',
    [
      ['support-tickets', 'Your tickets', 'Everything that you asked for help with, and how far it is.'],
      ['raise-ticket', 'Ask for help', 'A few questions bring your ticket to the right people.'],
      ['notifications', 'Be told', 'You hear of every answer here.'],
    ],
  ],
  [
    2,
    'Around Fieldwork',
    [
      ['side-bar', 'Where things are', 'Every part of Fieldwork that you work with.'],
      ['account-menu', 'You', 'Your picture, your details, and the way out.'],
    ],
  ],
]

/** Notifications of every kind for the people of the demo accounts, a few for everybody, and two tours. */
export async function seedNotifications(trx: Database, now: number): Promise<void> {
  const demo = WORK_ACCOUNTS.map(({ displayName }) => personCalled(displayName).id)
  const rows = PEOPLE.flatMap(({ id, type: kind }) => {
    const isDemo = demo.includes(id)
    const everyKind = kind === 'AGENCY' ? ofEveryKind(now, 1293, 1293) : ofEveryKind(now, 1209, 1221)
    const list = isDemo ? [...everyKind, ...MORE] : MORE.slice(0, 3)
    return list.map(({ type, subject, body, source, sourceID, cssClass, isRead, ago }) => [
      id,
      type,
      subject,
      body,
      source,
      sourceID,
      cssClass,
      isRead ? 1 : 0,
      now - ago,
    ])
  })
  await insertRows(trx, 'notifications', COLUMNS, rows)
  await insertRows(
    trx,
    'tours',
    ['id', 'name', 'payload', 'changedAt'],
    TOURS.map(([id, title, stops]) => [
      id,
      title,
      JSON.stringify({
        steps: stops.map(([element, name, text]) => ({ element, title: name, text })),
      }),
      now,
    ]),
  )
}
