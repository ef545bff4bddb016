import type { NoteColour } from '#shared/domain/notes.ts'
import type { Database } from '../db/database.ts'
import { permissionsOfPerson, WORK_ACCOUNTS } from './demo-accounts.ts'
import { createFileMaker } from './files.ts'
import { insertRows } from './insert.ts'
import { PEOPLE, type Person } from './people.ts'
import { createRandom } from './random.ts'
import { DAY, HOUR } from './timeline.ts'

type Note = readonly [text: string, colour: NoteColour, x: number, y: number]

const NOTES: readonly Note[] = [
  ['Call-backs before fresh sample.\nHard appointments first!', 'YELLOW', 0.04, 0.06],
  ['Ask about the Thursday late shift', 'BLUE', 0.37, 0.12],
  ['Recording statement: read it in full, also when they sigh.', 'GREEN', 0.68, 0.08],
  ['Headset: second drawer, left', 'PINK', 0.18, 0.52],
]

const PAD = `Handover
- Wave 3: quota cells 18-24 North nearly full
- Two refusals to convert, both asked for an evening call

Tomorrow
- Coaching at 10:30, bring the last three QC scores
`

type Told = readonly [
  subject: string,
  type: string,
  cssClass: 'info' | 'success' | 'warning',
  hoursAgo: number,
]

const TOLD: readonly Told[] = [
  ['Your quality score of last week is in: 94%.', 'QUALITY', 'success', 2],
  ['The rota for next week has been published.', 'SHIFT', 'info', 5],
  ['Please read the new data protection notice by Friday.', 'NOTICE', 'warning', 26],
]

const APPS = ['Dashboard', 'Chat', 'Sticky notes', 'Documents', 'My calendar'] as const

const held = (person: Person, name: 'CAN_USE_STICKY_NOTES' | 'CAN_USE_DOCUMENTS'): boolean =>
  permissionsOfPerson(person).includes(name)

async function seedDesk(trx: Database, people: readonly Person[], now: number): Promise<void> {
  const writers = people.filter((person) => held(person, 'CAN_USE_STICKY_NOTES'))
  await insertRows(
    trx,
    'stickyNotes',
    ['userID', 'text', 'colour', 'x', 'y', 'updatedAt'],
    writers.flatMap(({ id }) =>
      NOTES.map(([text, colour, x, y], place) => [id, text, colour, x, y, now - (8 - place) * HOUR]),
    ),
  )
  await insertRows(
    trx,
    'scratchPads',
    ['userID', 'text', 'revision', 'updatedAt'],
    writers.map(({ id }) => [id, PAD, 1, now - HOUR]),
  )
  const file = createFileMaker(createRandom(7))
  const files = [
    file('pdf', 'interviewer-handbook'),
    file('png', 'strike-rate'),
    file('txt', 'briefing-notes'),
  ]
  await insertRows(
    trx,
    'documents',
    ['userID', 'name', 'contentType', 'size', 'content', 'uploadedAt'],
    people
      .filter((person) => held(person, 'CAN_USE_DOCUMENTS'))
      .flatMap(({ id }) =>
        files.map(({ fileName, contentType, content }, place) => [
          id,
          fileName,
          contentType,
          content.byteLength,
          content,
          now - (3 - place) * DAY,
        ]),
      ),
  )
}

/** What the people to try the product as find on their desks, and what everybody has been told. */
export async function seedPersonal(trx: Database, now: number): Promise<void> {
  const names = new Set(WORK_ACCOUNTS.map(({ userName }) => userName))
  const tried = PEOPLE.filter(({ userName }) => names.has(userName))
  await seedDesk(trx, tried, now)
  await insertRows(
    trx,
    'appHistory',
    ['userID', 'app', 'entryTime'],
    tried.flatMap(({ id }) => APPS.map((app, place) => [id, app, now - (20 + APPS.length - place) * HOUR])),
  )
  const staff = PEOPLE.filter(({ type }) => type !== 'AGENCY')
  await insertRows(
    trx,
    'notifications',
    ['userID', 'type', 'subject', 'body', 'source', 'cssClass', 'isRead', 'entryTime'],
    staff.flatMap((person) =>
      TOLD.filter(
        ([, type]) =>
          type !== 'QUALITY' || permissionsOfPerson(person).includes('ITRACKER_CAN_SEE_MY_QC_SCORE'),
      ).map(([subject, type, cssClass, hours]) => [
        person.id,
        type,
        subject,
        '',
        '',
        cssClass,
        0,
        now - hours * HOUR,
      ]),
    ),
  )
}
