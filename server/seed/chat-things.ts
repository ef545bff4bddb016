import { assetID, assetMarkup } from '#shared/domain/chat-assets.ts'
import type { Database } from '../db/database.ts'
import { insertRows } from './insert.ts'
import { personCalled } from './people.ts'
import { createRandom } from './random.ts'
import { DAY, HOUR, MINUTE } from './timeline.ts'

const SEED = 6012

/** How many messages before the newest a poll or document stands. */
const BACK = 15

interface Place {
  readonly threadID: number
  readonly messageID: number
  readonly userID: number
  readonly time: number
}

/** A message of the room that nobody refers to: what it says gives way to something else. */
async function place(trx: Database, title: string, back: number): Promise<Place | undefined> {
  const row = await trx
    .selectFrom('messages as m')
    .innerJoin('threads as t', 't.id', 'm.threadID')
    .where('t.displayLabel', '=', title)
    .where('m.type', '=', 'TEXT')
    .where('m.userID', '>', 0)
    .where('m.deletedAt', 'is', null)
    .where('m.editTime', 'is', null)
    .where('m.pinnedTime', 'is', null)
    .where('m.replyToID', 'is', null)
    .where('m.topicID', 'is', null)
    .where('m.broadcastTime', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('mentions').whereRef('mentions.messageID', '=', 'm.id').select('mentions.userID')),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('messages as r').whereRef('r.replyToID', '=', 'm.id').select('r.id'))),
    )
    .select(['m.id as messageID', 'm.threadID', 'm.userID', 'm.entryTime as time'])
    .orderBy('m.id', 'desc')
    .offset(back)
    .limit(1)
    .executeTakeFirst()
  return row
}

const say = (trx: Database, messageID: number, text: string) =>
  trx.updateTable('messages').set({ text }).where('id', '=', messageID).execute()

const POLLS = [
  {
    room: 'Household Travel Survey',
    question: 'Which evening suits the wave 4 briefing?',
    options: ['Tuesday 18:00', 'Wednesday 18:00', 'Thursday 17:30'],
    isMultiple: true,
    isOpen: true,
  },
  {
    room: 'Retail Bank Satisfaction',
    question: 'Is the new introduction easier to read out?',
    options: ['Yes, much', 'A little', 'No'],
    isMultiple: false,
    isOpen: false,
  },
] as const

async function seedPolls(trx: Database, now: number): Promise<void> {
  const random = createRandom(SEED)
  const options: unknown[][] = []
  const votes: unknown[][] = []
  for (const [index, { room, question, options: texts, isMultiple, isOpen }] of POLLS.entries()) {
    const at = await place(trx, room, BACK)
    if (!at) continue
    const pollID = index + 1
    await say(trx, at.messageID, `Poll: ${assetMarkup(question, assetID('POLL', pollID))}`)
    await insertRows(
      trx,
      'polls',
      [
        'id',
        'threadID',
        'messageID',
        'question',
        'isMultiple',
        'isAnonymous',
        'createdBy',
        'createdAt',
        'closesAt',
        'closedAt',
      ],
      [
        [
          pollID,
          at.threadID,
          at.messageID,
          question,
          isMultiple ? 1 : 0,
          0,
          at.userID,
          at.time,
          isOpen ? now + 3 * DAY : null,
          isOpen ? null : at.time + HOUR,
        ],
      ],
    )
    const first = options.length + 1
    options.push(...texts.map((text, option) => [first + option, pollID, text]))
    const members = await trx
      .selectFrom('threadMembers')
      .where('threadID', '=', at.threadID)
      .select('userID')
      .orderBy('userID')
      .execute()
    for (const { userID } of members)
      if (random.chance(0.6))
        votes.push([first + random.int(0, texts.length - 1), userID, at.time + random.int(1, 50) * MINUTE])
  }
  await insertRows(trx, 'pollOptions', ['id', 'pollID', 'text'], options)
  await insertRows(trx, 'pollVotes', ['optionID', 'userID', 'at'], votes)
}

const DOCUMENT = {
  room: 'Household Travel Survey',
  title: 'Call-back rules',
  text: [
    'Hard appointments first, then soft ones, then fresh sample.',
    'No more than two attempts a day to one number, at least three hours apart.',
    'Write down who asked for the call-back and what was agreed.',
  ].join('\n'),
} as const

async function seedDocument(trx: Database): Promise<void> {
  const at = await place(trx, DOCUMENT.room, BACK * 3)
  if (!at) return
  await say(trx, at.messageID, `Document: ${assetMarkup(DOCUMENT.title, assetID('DOCUMENT', 1))}`)
  await insertRows(
    trx,
    'chatDocuments',
    ['id', 'threadID', 'messageID', 'title', 'text', 'version', 'updatedBy', 'updatedAt'],
    [[1, at.threadID, at.messageID, DOCUMENT.title, DOCUMENT.text, 3, at.userID, at.time + HOUR]],
  )
}

/** Two polls, a document, and what a few people say they are. */
export async function seedChatThings(trx: Database, now: number): Promise<void> {
  await seedPolls(trx, now)
  await seedDocument(trx)
  await insertRows(
    trx,
    'chatStatuses',
    ['userID', 'status', 'at'],
    [
      [personCalled('Olu Bankole').id, 'BUSY', now - HOUR],
      [personCalled('Ellie Thornton').id, 'BE RIGHT BACK', now - 10 * MINUTE],
      [personCalled('Marcus Oyelaran').id, 'AVAILABLE', now - 2 * HOUR],
    ],
  )
}
