import { XP_PER_MESSAGE, XP_PER_WORKED_DAY } from '#shared/domain/gamification.ts'

export const EXPERIENCE_TEXT = {
  title: 'My experience',
  loading: 'Loading your level',
  failed: 'Your level could not be loaded.',
  level: (level: number, name: string) => `Level ${level} · ${name}`,
  points: (points: number) => `${points} XP`,
  toGo: (points: number, next: number) => `${points} XP to level ${next}`,
  progress: 'Progress in this level',
  rules: 'How points are earned',
  perMessage: 'For each message that you send',
  perDay: 'For each day on which you write one',
  perMessageXP: `${XP_PER_MESSAGE} XP`,
  perDayXP: `${XP_PER_WORKED_DAY} XP`,
  milestones: 'Levels',
  reached: 'Reached',
  quests: 'Quests',
  /** Quoted by spec 6 §8. */
  noQuests: 'No quests right now.',
} as const
