import { MEASURES, type MeasureName, measured, type WorkFigures } from './kpi.ts'

/** What people can be asked to reach: figures of spec 4 §2.5 that ask nobody to work longer or to rest less. */
export const QUEST_MEASURES = {
  completes: 'Completes',
  completesPerHour: 'Completes per hour',
  qcScore: 'QC score',
  strikeRate: 'Strike rate',
  cooperationRate: 'Cooperation rate',
  refusalRate: 'Refusal rate',
  appointmentsKept: 'Appointments kept',
  punctuality: 'Punctuality',
  adherence: 'Adherence',
} as const
export type QuestMeasure = keyof typeof QUEST_MEASURES
export const QUEST_MEASURE_NAMES = Object.keys(QUEST_MEASURES) as QuestMeasure[]

/** Measures of speed: they need a QC score in the same time (spec 4 §4.4.9). */
const SPEED: readonly string[] = ['completes', 'completesPerHour']
/** The QC score that speed needs at least. */
export const SPEED_MIN_QC = 86

export const isSpeed = (measure: string): boolean => SPEED.includes(measure)

export const QUEST_PERSON_STATES = ['OFFERED', 'ACTIVE', 'COMPLETED', 'EXPIRED', 'DECLINED'] as const
export type QuestPersonState = (typeof QUEST_PERSON_STATES)[number]
export type QuestState = 'PLANNED' | 'RUNNING' | 'ENDED'

export const QUEST_REWARD_MAX = 500
export const QUEST_DAYS_MAX = 31
export const CHEER_MAX = 140

export interface QuestTemplate {
  readonly key: string
  readonly name: string
  readonly icon: string
  readonly message: string
  readonly measure: QuestMeasure
  readonly aim: number
  readonly minQcScore: number | null
  readonly days: number
  readonly rewardXP: number
}

const quest = (template: QuestTemplate): QuestTemplate => template

/** What a quest can begin from; everything can be changed. */
export const QUEST_TEMPLATES: readonly QuestTemplate[] = [
  quest({
    ...{ key: 'quality', name: 'Clear and complete', icon: '🎧', measure: 'qcScore', aim: 90 },
    ...{ message: 'Reach a QC score of 90 this week.', minQcScore: null, days: 7, rewardXP: 150 },
  }),
  quest({
    ...{ key: 'on-time', name: 'On the dot', icon: '⏰', measure: 'punctuality', aim: 100 },
    ...{ message: 'Start each shift on time for a week.', minQcScore: null, days: 7, rewardXP: 80 },
  }),
  quest({
    ...{ key: 'promises', name: 'Promises kept', icon: '📅', measure: 'appointmentsKept', aim: 90 },
    ...{
      message: 'Call nine of ten appointments when they are due.',
      minQcScore: null,
      days: 7,
      rewardXP: 100,
    },
  }),
  quest({
    ...{ key: 'good-ten', name: 'Ten good ones', icon: '✅', measure: 'completes', aim: 10 },
    ...{
      message: 'Ten completes at a QC score of 86 or more.',
      minQcScore: SPEED_MIN_QC,
      days: 3,
      rewardXP: 100,
    },
  }),
  quest({
    ...{ key: 'steady', name: 'Steady pace', icon: '🏃', measure: 'completesPerHour', aim: 1.5 },
    ...{
      message: 'A steady pace that quality keeps up with.',
      minQcScore: SPEED_MIN_QC,
      days: 7,
      rewardXP: 120,
    },
  }),
  quest({
    ...{ key: 'kind-words', name: 'Kind words', icon: '💬', measure: 'cooperationRate', aim: 50 },
    ...{ message: 'Win every second respondent over.', minQcScore: null, days: 7, rewardXP: 100 },
  }),
]

/** What is against a quest: a measure that none can be of, or speed without quality. Null for nothing. */
export function questFault({
  measure,
  minQcScore,
}: {
  readonly measure: string
  readonly minQcScore: number | null
}): 'MEASURE' | 'SPEED' | null {
  if (!Object.hasOwn(QUEST_MEASURES, measure)) return 'MEASURE'
  if (isSpeed(measure) && (minQcScore === null || minQcScore < SPEED_MIN_QC)) return 'SPEED'
  return null
}

/** The figure of somebody for a quest; null where there is nothing to divide by. */
export function questValue(measure: QuestMeasure, figures: WorkFigures): number | null {
  if (measure === 'completes') return figures.tally.outcomes.COMPLETE
  return measured(measure, figures)
}

/** Whether less is better. */
export const isLowerBetter = (measure: QuestMeasure): boolean =>
  measure !== 'completes' && MEASURES[measure as MeasureName].direction === 'LOWER'

/** Whether these figures reach the aim, with the quality that it asks for. */
export function isReached(
  { measure, aim, minQcScore }: { measure: QuestMeasure; aim: number; minQcScore: number | null },
  figures: WorkFigures,
): boolean {
  const value = questValue(measure, figures)
  if (value === null) return false
  if (minQcScore !== null) {
    const score = measured('qcScore', figures)
    if (score === null || score < minQcScore) return false
  }
  return isLowerBetter(measure) ? value <= aim : value >= aim
}

/** Where a quest stands at a moment. */
export const questStateAt = (
  { from, endedAt }: { readonly from: number; readonly endedAt: number | null },
  now: number,
): QuestState => (endedAt !== null ? 'ENDED' : now < from ? 'PLANNED' : 'RUNNING')
