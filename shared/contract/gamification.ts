import * as z from 'zod/mini'
import {
  CHEER_MAX,
  QUEST_DAYS_MAX,
  QUEST_MEASURE_NAMES,
  QUEST_PERSON_STATES,
  QUEST_REWARD_MAX,
} from '../domain/quests.ts'
import { call } from './http-call.ts'
import { done, noPayload, recordID, timestamp, userID } from './primitives.ts'

const xp = z.int().check(z.nonnegative())

/** Where a person stands in the game (spec 1 §3). XP are points; the level spans previousLevelXP to nextLevelXP. */
export const gamificationLevel = z.object({
  name: z.string(),
  level: z.int().check(z.positive()),
  nextLevelXP: xp,
  previousLevelXP: xp,
  currentXP: xp,
  userID,
})
export type GamificationLevel = z.output<typeof gamificationLevel>

/** A number that may come as text, as in a query string. */
const queryNumber = z.union([
  z.int(),
  z.pipe(
    z.string().check(z.regex(/^-?\d{1,15}$/)),
    z.transform((text: string) => Number(text)),
  ),
])

export const myLevel = call({
  method: 'GET',
  path: '/api/igamification/my-level',
  request: z.object({ userID: queryNumber }),
  response: gamificationLevel,
  summary:
    "The person's level, by the messages that they sent and the days that they worked. Somebody else's needs CAN_VIEW_USER_PROFILE.",
  spec: '1 §7',
  scope: 'profile:read',
})

const questText = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
const count = z.int().check(z.nonnegative())
const score = z.int().check(z.minimum(0), z.maximum(100))

const questValues = {
  name: questText(100),
  icon: questText(16),
  message: questText(CHEER_MAX),
  /** A figure of spec 4 §2.5. What can be no quest is refused in words. */
  measure: questText(50),
  aim: z.number().check(z.nonnegative(), z.maximum(100_000)),
  minQcScore: z.nullable(score),
  rewardXP: z.int().check(z.positive(), z.maximum(QUEST_REWARD_MAX)),
}

const teamQuest = z.object({
  ...questValues,
  id: recordID,
  measure: z.enum(QUEST_MEASURE_NAMES),
  state: z.enum(['PLANNED', 'RUNNING', 'ENDED']),
  from: timestamp,
  to: timestamp,
  by: z.nullable(z.string()),
  endedAt: z.nullable(timestamp),
  endReason: z.string(),
  offered: count,
  active: count,
  completed: count,
  expired: count,
  declined: count,
  /** Who takes part and shows their name; the others are in the numbers alone. */
  people: z.array(
    z.object({
      userID,
      name: z.string(),
      state: z.enum(QUEST_PERSON_STATES),
      value: z.nullable(z.number()),
      isReached: z.boolean(),
    }),
  ),
  /** Those who take part without a name: how many, and how many of them have reached it by now. */
  others: z.object({ count, reached: count }),
})
export type TeamQuest = z.output<typeof teamQuest>

const supervising = { spec: '4 §4.4.9, 6 §16', permission: 'ISUPERVISOR_CAN_SEE_GAMIFICATION' } as const

export const listQuests = call({
  path: '/api/igamification/quests/list',
  request: noPayload,
  response: z.object({
    quests: z.array(teamQuest),
    /** Whom a quest can be offered to. */
    people: z.array(z.object({ id: userID, name: z.string(), isTeam: z.boolean() })),
    asOf: timestamp,
  }),
  summary: 'Quests for the caller’s people: those that run, are planned, or ended within 60 days.',
  ...supervising,
})

export const saveQuest = call({
  path: '/api/igamification/quests/save',
  request: z.object({
    ...questValues,
    /** London’s first day. */
    from: z.iso.date(),
    days: z.int().check(z.positive(), z.maximum(QUEST_DAYS_MAX)),
    /** Some of the caller’s people. */
    userIDs: z.array(userID).check(z.minLength(1), z.maxLength(500)),
  }),
  response: z.object({ id: recordID }),
  summary: 'Starts a quest: it is offered to these people. Speed needs a quality condition.',
  ...supervising,
})

export const endQuest = call({
  path: '/api/igamification/quests/end',
  request: z.object({ id: recordID, reason: z.string().check(z.trim(), z.minLength(3), z.maxLength(1000)) }),
  response: done,
  summary: 'Ends one’s own quest early; nobody gets its reward any more, and its people read why.',
  ...supervising,
  extension: true,
})

export const cheerQuest = call({
  path: '/api/igamification/quests/cheer',
  request: z.object({ id: recordID, icon: questText(16), message: questText(CHEER_MAX) }),
  response: done,
  summary: 'Sends a quest message to those who take part.',
  ...supervising,
  extension: true,
})

const own = { spec: '4 §4.2.7, 6 §8, §16', permission: 'ITRACKER_CAN_SEE_MY_EXPERIENCE' } as const

const ownQuest = z.object({
  ...questValues,
  id: recordID,
  measure: z.enum(QUEST_MEASURE_NAMES),
  from: timestamp,
  to: timestamp,
  by: z.nullable(z.string()),
  state: z.enum(QUEST_PERSON_STATES),
  changedAt: timestamp,
  value: z.nullable(z.number()),
})
export type OwnQuest = z.output<typeof ownQuest>

export const myExperience = call({
  path: '/api/igamification/my-experience',
  request: noPayload,
  response: z.object({
    level: gamificationLevel,
    /** XP of 30 days by what they were for. */
    earned: z.array(
      z.object({
        reason: z.enum(['MESSAGES', 'DAYS', 'QUEST']),
        what: z.string(),
        points: xp,
        at: z.nullable(timestamp),
      }),
    ),
    quests: z.array(ownQuest),
    /** Whether one's own name stands on boards. */
    isNameShown: z.boolean(),
    /** Of the team, by points of quests in 30 days: those who show their name, and nobody else. */
    board: z.array(z.object({ userID, name: z.string(), points: xp })),
  }),
  summary: 'Level, points by reason, quests and the team’s board, of the person themselves.',
  ...own,
})
export type MyExperience = z.output<typeof myExperience.response>

export const answerQuest = call({
  path: '/api/igamification/quests/answer',
  request: z.object({ id: recordID, isAccepted: z.boolean() }),
  response: done,
  summary: 'Accepts a quest that was offered, declines it, or drops one that was accepted.',
  ...own,
})

export const showName = call({
  path: '/api/igamification/show-name',
  request: z.object({ isShown: z.boolean() }),
  response: done,
  summary: '‘Show my name on boards’, off by default.',
  ...own,
  extension: true,
})
